"""Words for the age of a posting, by language, as tables to read and extend.

`{n}` stands for a count, `{unit}` for one of the language's units; a pattern is the whole text.
"""

from dataclasses import dataclass
from typing import Final, Literal

Unit = Literal["second", "minute", "hour", "day", "week", "month", "year"]


@dataclass(frozen=True)
class Language:
    """How one language says that something was posted some time ago.

    Attributes:
        key: ISO 639-1 code.
        ago: patterns that hold a count and a unit.
        lone: patterns that hold a unit and mean one of it (`miesiąc temu`).
        units: words of each unit, as regular expressions.
        more: words for "more than" before a count.
        counts: words for counts.
        days: words for today, yesterday and the day before it, by days back.
    """

    key: str
    ago: tuple[str, ...]
    units: dict[Unit, str]
    days: dict[int, str]
    more: str
    counts: dict[int, str]
    lone: tuple[str, ...] = ()


LANGUAGES: Final = {
    "en": Language(
        key="en",
        ago=("{n} {unit} ago", "{n} {unit} old"),
        units={
            "second": "s|secs?|seconds?",
            "minute": "mins?|minutes?",
            "hour": "h|hrs?|hours?",
            "day": "d|days?",
            "week": "w|wks?|weeks?",
            "month": "mos?|mths?|months?",
            "year": "y|yrs?|years?",
        },
        days={0: "today|just posted|just now|moments ago|new today", 1: "yesterday"},
        more="more than|over|at least",
        counts={
            1: "an?|one",
            2: "two",
            3: "three",
            4: "four",
            5: "five",
            6: "six",
            7: "seven",
            8: "eight",
            9: "nine",
            10: "ten",
        },
    ),
    "de": Language(
        key="de",
        ago=("vor {n} {unit}",),
        units={
            "second": r"sek\.?|sekunden?",
            "minute": r"min\.?|minuten?",
            "hour": r"h|std\.?|stunden?",
            "day": r"tg\.?|tage?n?|tag",
            "week": r"wo\.?|wochen?",
            "month": r"mon\.?|monate?n?|monat",
            "year": r"jahre?n?|jahr",
        },
        days={0: "heute|gerade eben|soeben|gerade veröffentlicht", 1: "gestern", 2: "vorgestern"},
        more="mehr als|über",
        counts={1: "eine[mrn]?|ein", 2: "zwei", 3: "drei", 4: "vier", 5: "fünf", 6: "sechs"},
    ),
    "fr": Language(
        key="fr",
        ago=("il y a {n} {unit}", "depuis {n} {unit}"),
        units={
            "second": "s|sec|secondes?",
            "minute": "min|minutes?",
            "hour": "h|heures?",
            "day": "j|jours?",
            "week": "sem|semaines?",
            "month": "mois",
            "year": "ans?|années?",
        },
        days={
            0: "aujourd'hui|à l'instant|publiée? à l'instant|à l’instant|aujourd’hui",
            1: "hier",
            2: "avant-hier",
        },
        more="plus d'|plus de",
        counts={1: "une?", 2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"},
    ),
    "es": Language(
        key="es",
        ago=("hace {n} {unit}", "{n} {unit} atrás"),
        units={
            "second": "s|seg|segundos?",
            "minute": "min|mins|minutos?",
            "hour": "h|horas?",
            "day": "d|días?|dias?",
            "week": "sem|semanas?",
            "month": "mes|meses",
            "year": "años?",
        },
        days={0: "hoy|ahora mismo|recién publicado", 1: "ayer", 2: "anteayer|antier"},
        more="más de|mas de",
        counts={1: "una?", 2: "dos", 3: "tres", 4: "cuatro", 5: "cinco", 6: "seis"},
    ),
    "it": Language(
        key="it",
        ago=("{n} {unit} fa",),
        units={
            "second": "sec|second[oi]",
            "minute": "min|minut[oi]",
            "hour": "h|or[ae]",
            "day": "g|gg|giorn[oi]",
            "week": "sett|settiman[ae]",
            "month": "mes[ei]",
            "year": "ann[oi]",
        },
        days={0: "oggi|adesso|proprio ora|appena pubblicato", 1: "ieri", 2: "l'altro ieri"},
        more="più di|oltre",
        counts={1: "una?|un'", 2: "due", 3: "tre", 4: "quattro", 5: "cinque", 6: "sei"},
    ),
    "pt": Language(
        key="pt",
        ago=("há {n} {unit}", "ha {n} {unit}", "{n} {unit} atrás", "há {n} {unit} atrás"),
        units={
            "second": "s|seg|segundos?",
            "minute": "min|minutos?",
            "hour": "h|horas?",
            "day": "d|dias?",
            "week": "sem|semanas?",
            "month": "mês|mes|meses",
            "year": "anos?",
        },
        days={0: "hoje|agora mesmo|agora", 1: "ontem", 2: "anteontem"},
        more="mais de",
        counts={1: "uma?", 2: "dois|duas", 3: "três", 4: "quatro", 5: "cinco", 6: "seis"},
    ),
    "nl": Language(
        key="nl",
        ago=("{n} {unit} geleden",),
        units={
            "second": "sec|seconden?|seconde",
            "minute": "min|minuten|minuut",
            "hour": "u|uur|uren",
            "day": "d|dag|dagen",
            "week": "wk|weken|week",
            "month": "mnd|maanden|maand",
            "year": "jr|jaar|jaren",
        },
        days={0: "vandaag|zojuist|zojuist geplaatst|zonet", 1: "gisteren", 2: "eergisteren"},
        more="meer dan|ruim",
        counts={1: "een|één", 2: "twee", 3: "drie", 4: "vier", 5: "vijf", 6: "zes"},
    ),
    "pl": Language(
        key="pl",
        ago=("{n} {unit} temu",),
        lone=("{unit} temu",),
        units={
            "second": "s|sek|sekund[ęy]?",
            "minute": "min|minut[ęy]?",
            "hour": r"h|godz\.?|godzin[ęy]?",
            "day": "d|dzień|dni",
            "week": r"tyg\.?|tydzień|tygodnie|tygodni",
            "month": r"mies\.?|miesiąc|miesiące|miesięcy",
            "year": "rok|lata|lat",
        },
        days={0: "dzisiaj|dziś|przed chwilą", 1: "wczoraj", 2: "przedwczoraj"},
        more="ponad|więcej niż",
        counts={1: "jeden|jedną", 2: "dwa|dwie", 3: "trzy", 4: "cztery", 5: "pięć"},
    ),
    "ru": Language(
        key="ru",
        ago=("{n} {unit} назад",),
        lone=("{unit} назад",),
        units={
            "second": r"сек\.?|секунд[уы]?",
            "minute": r"мин\.?|минут[уы]?",
            "hour": r"ч\.?|час(?:а|ов)?",
            "day": r"дн\.?|день|дня|дней",
            "week": r"нед\.?|недел[юиь]",
            "month": r"мес\.?|месяц(?:а|ев)?",
            "year": r"год(?:а)?|лет",
        },
        days={0: "сегодня|только что", 1: "вчера", 2: "позавчера"},
        more="более|больше|свыше",
        counts={1: "один|одну|одна", 2: "два|две", 3: "три", 4: "четыре", 5: "пять"},
    ),
    "ja": Language(
        key="ja",
        ago=("{n} {unit} 前", "{n} {unit} 以上 前"),
        units={
            "second": "秒",
            "minute": "分",
            "hour": "時間",
            "day": "日",
            "week": "週間",
            "month": "[かヶケカヵ箇]月",
            "year": "年",
        },
        days={0: "今日|本日|たった今|たったいま|今", 1: "昨日|きのう", 2: "一昨日|おととい"},
        more="",
        counts={1: "一", 2: "二", 3: "三", 4: "四", 5: "五", 6: "六", 7: "七", 8: "八", 9: "九"},
    ),
    "zh": Language(
        key="zh",
        ago=("{n} {unit} 前", "{n} {unit} 以前", "{n} 多 {unit} 前", "{n} {unit} 以上"),
        units={
            "second": "秒钟?|秒鐘",
            "minute": "分钟|分鐘|分",
            "hour": "个?小时|個?小時|钟头",
            "day": "天|日",
            "week": "周|週|个?星期|個?星期|个?礼拜",
            "month": "个月|個月|月",
            "year": "年",
        },
        days={0: "今天|今日|刚刚|剛剛|刚才|刚发布", 1: "昨天|昨日", 2: "前天"},
        more="超过|超過",
        counts={
            1: "一",
            2: "二|两|兩",
            3: "三",
            4: "四",
            5: "五",
            6: "六",
            7: "七",
            8: "八",
            9: "九",
            10: "十",
        },
    ),
    "ko": Language(
        key="ko",
        ago=("{n} {unit} 전", "{n} {unit} 이상 전"),
        units={
            "second": "초",
            "minute": "분",
            "hour": "시간",
            "day": "일",
            "week": "주일?",
            "month": "개월|달",
            "year": "년",
        },
        days={0: "오늘|방금|방금 전", 1: "어제", 2: "그저께|그제"},
        more="",
        counts={1: "한|일", 2: "두", 3: "세", 4: "네"},
    ),
}

# Words before the age or date that add nothing to it.
POSTED: Final = (
    r"(?:re)?posted(?: on| at)?|date posted|published(?: on)?|job posted|listed(?: on)?"
    r"|veröffentlicht(?: am)?|online seit|eingestellt(?: am)?|publiée?(?: le)?|postée?(?: le)?"
    r"|mise? en ligne|publicad[oa](?: el| em)?|pubblicat[oa](?: il)?|postad[oa](?: em)?"
    r"|geplaatst(?: op)?|opublikowan[oay]|dodan[oay]|опубликован[оа]|размещен[оа]|размещён[оа]"
    r"|投稿日?|掲載日?|发布于|发布时间|發布於|게시일?|등록일?"
)

# Words before a count that make it a rough one.
ABOUT: Final = (
    "about|approximately|approx\\.?|almost|around|ca\\.?|etwa|circa|environ|около|około|약|約"
)

# English ages as short as `5d`, which need no `ago`; a bare `m` says nothing.
SHORT: Final = "min|h|hr|hrs|d|w|wk|mo|y|yr"

UNITS: Final[tuple[Unit, ...]] = ("second", "minute", "hour", "day", "week", "month", "year")

# One month a line; a line goes on where it is indented further.
MONTHS: Final = """
jan january januar janvier enero gennaio janeiro januari styczeń stycznia январь января janv ene gen
feb february februar février febrero febbraio fevereiro februari luty lutego февраль февраля févr
    fev
mar march märz mars marzo março maart marzec marca март марта mär mrz
apr april avril abril aprile kwiecień kwietnia апрель апреля avr abr kwi
may mai mayo maggio maio mei maj maja май мая mag
jun june juni juin junio giugno junho czerwiec czerwca июнь июня giu
jul july juli juillet julio luglio julho lipiec lipca июль июля juil lug
aug august août agosto augustus sierpień sierpnia август августа ago aout
sep sept september septembre septiembre settembre setembro wrzesień września сентябрь сентября set
oct october oktober octobre octubre ottobre outubro październik października октябрь октября okt
    ott
nov november novembre noviembre novembro listopad listopada ноябрь ноября
dec december dezember décembre diciembre dicembre dezembro grudzień grudnia декабрь декабря dez déc
    dic
"""

# Zone words by their offset from UTC in minutes.
ZONES: Final = {
    "z": 0,
    "utc": 0,
    "gmt": 0,
    "ut": 0,
    "est": -300,
    "edt": -240,
    "cst": -360,
    "cdt": -300,
    "mst": -420,
    "mdt": -360,
    "pst": -480,
    "pdt": -420,
    "cet": 60,
    "cest": 120,
}
