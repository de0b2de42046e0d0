"""Engines that answer questions about text: the offline one needs no network and no key."""
