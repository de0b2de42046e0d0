"""Words that tell whether an everyday word beside them is the name of a technology."""

from typing import Final

_CODE_NOUNS: Final = """
    api apis applet binary binaries code codebase codebases compiler compilers developer developers
    dev devs engineer engineers entwickler entwicklerin entwicklung framework frameworks kenntnisse
    language languages libraries library package packages programmer programmers programming
    programmierung programs script scripting scripts sdk skills toolchain développeur desarrollador
    programmierer sprache
"""
_PRODUCT_NOUNS: Final = """
    admin administrator app application applications apps backend based basiert certification
    cluster clusters component components dashboard dashboards data dataset datasets dateien
    development ecosystem expert expertise file files formulas frontend functions hooks
    integration integrations knowledge macros microservice microservices model models module
    modules pipeline pipelines pivot plugin plugins proficiency project projects queries report
    reports repositories runtime server servers service services sheets spreadsheet spreadsheets
    stack streaming tabellen templates tests workbook workbooks
"""
_FIELD_NOUNS: Final = """
    algorithms analytics api apis app application applications apps backend backends browser
    build building built cluster clusters code codebase coded coding compile compiler dashboards
    data database databases dataset datasets develop developer developers development embedded
    engineering entwickler entwicklung firmware framework frameworks frontend implemented iphone
    language languages libraries library microcontrollers microservices migrate migrating
    migration mobile pipeline pipelines platform program programming programs queries reports
    script scripting scripts server software spreadsheets stack statistics systems tech
    technologies technology tool tooling tools web written
"""
_LABELS: Final = """
    backend developer developers engineer engineers entwickler frameworks frontend fullstack
    languages langages libraries programmer programmers programming skills software sprachen stack
    stacks tech technologies tools kenntnisse lenguajes développeur desarrollador
"""
_LEADS: Final = """
    background coded coding command conocimiento conocimientos connaissance connaissances
    developing erfahrung experience experienced experiencia expert expertise expérience exposure
    familiar familiarity fluency fluent grundkenntnisse implemented kenntnisse knowledge maîtrise
    proficiency proficient program programmed programming programs scripting scripts skilled skills
    software use using wissen working written
"""
_JOINTS: Final = """
    and as con d de des en et in like mit of on und using via with y
"""
_BEFORE_NAMES: Final = """
    a advanced an and are as avec basic con de en either experience from good in including into is
    know known le like learn love mit modern of on or our oder plus some solid strong such the
    their through to und use used uses using via with write y your or
"""
_NO_NAME_AFTER: Final = """
    above across ahead at away back beyond break clearance directly down events fast fashion forward
    from further green here home intake into internship internships level live out over quickly
    sci season semester street suite swiftly term through to together up vitamin well your
"""
_NO_NAME_BEFORE: Final = """
    appendix annex batch block bloc building can cannot category class clause column could did didn
    does doesn don each exhibit gate grade grades group groups hep hepatitis i item just let level
    may might must not option page part phase plan please row room round rounds schedule score
    section series shall should stage team they tier type unit vitamin vitamins we will would you
    zone
"""
_SEASON_BEFORE: Final = """
    by during early every for in last late mid next of since the this until winter fall
"""
CONJUNCTIONS: Final = frozenset(
    ["and", "or", "und", "oder", "et", "ou", "y", "e", "o", "en", "of", "och", "i", "lub", "plus"]
)
SHORT_QUALIFIERS: Final = frozenset(
    ["modern", "advanced", "basic", "ms", "microsoft", "apache", "google", "either", "some"]
)
CODE: Final = frozenset(_CODE_NOUNS.split())
PRODUCT: Final = CODE | frozenset(_PRODUCT_NOUNS.split())
FIELD: Final = frozenset(_FIELD_NOUNS.split())
# Names that are verbs or seasons in `Go for it`, `Spring for all`.
AMBIGUOUS_FOR: Final = frozenset(["Go", "Spring"])
KINDS: Final = frozenset(["language", "framework", "sprache", "langage", "lenguaje"])
LABEL: Final = frozenset(_LABELS.split())
LEAD: Final = frozenset(_LEADS.split())
JOINT: Final = frozenset(_JOINTS.split())
BEFORE: Final = frozenset(_BEFORE_NAMES.split())
BLOCK_AFTER: Final = frozenset(_NO_NAME_AFTER.split())
BLOCK_BEFORE: Final = frozenset(_NO_NAME_BEFORE.split())
SEASON: Final = frozenset(_SEASON_BEFORE.split())
