"""Words and signs that tie amounts to a range or leave one end open, in several languages."""

import re
from typing import Final

_FILLER = "(?:[ ](?:brutto|gross|brut|bruto|netto|net|base))?"

# Between the two amounts of a range.
RANGE: Final = re.compile(
    rf"""
    {_FILLER}[ ]*
    (?:[-–—―~〜∼]|->|→|から|부터|에서|至|到|إلى
    |\b(?:to|bis|à|a|al|ao|do|до|til|till|tot|até|hasta|upto|up[ ]to|jusqu'à)\b)
    [ ]*(?:up[ ]to[ ]|max\.?[ ]|bis[ ]zu[ ]|zu[ ])?(?:approx\.?[ ]|ca\.?[ ])?
    """,
    re.VERBOSE,
)

# Between the two amounts of a range that `between` opens.
AND: Final = re.compile(rf"{_FILLER}[ ]+(?:and|und|et|y|e|ed|en|og|och|i|a|и|&)[ ]+")
BETWEEN: Final = re.compile(
    r"(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|między|pomiędzy|между)"
    r"(?:\W+[^\W\d]+){0,3}\W*$"
)

# Before an amount that is an upper end alone.
UP_TO: Final = re.compile(
    r"(?<![^\W_])(?:up to|upto|bis zu|bis|jusqu'[àa]|hasta|до|do|max\.?|maximum|maximal|maks\.?"
    r"|at most|no more than|not exceeding|fino a|até|tot|upp till|op til|opp til|capped at)"
    r"(?: an?| of| de| von| maximum of)?[ :]*$|(?:[<≤]|<=|최대|最大|最高)[ ]*$"
)

# Before an amount that is a lower end alone.
FROM: Final = re.compile(
    r"(?<![^\W_])(?:from|ab|à partir de|a partir de|desde|от|od|start(?:s|ing)? (?:at|from)"
    r"|minimum|min\.?|at least|no less than|not less than|mindestens|mind\.?|dès|da"
    r"|a partire da|vanaf|från|minst|co najmniej|upwards of|north of|more than|over|above)"
    r"(?: an?| of| de| von)?[ :]*$|(?:[>≥]|>=|최소|最低)[ ]*$"
)

# Behind an amount that is a lower end alone.
OPEN_END: Final = re.compile(
    r"\+(?![^\W_])|[ ]?(?:\+(?![ ]?[^\W_])|(?:and|&)[ ](?:up|above|more)\b|or[ ]more\b"
    r"|et[ ]plus\b|y[ ]más\b|以上|から|[~〜](?=\s*$)|이상|起)"
)

# Behind an amount that is an upper end alone.
AT_MOST: Final = re.compile(r"[ ](?:max\.?|maximum|maximal)(?![^\W_])|以下|まで|이하")
