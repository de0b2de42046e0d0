"""The one door to everything this system shares with others: hosts, their pace and their rules.

`door` sends every request to a board, feed or posting page; `addresses`, `robots`, `pacing` and
`bodies` hold the rules it applies to each hop, `replay` answers from recorded responses instead of
the network, and `refusals` names what can be refused.
"""
