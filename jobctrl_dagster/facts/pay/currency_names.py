"""Which country pays in which currency, and the words and signs that name a currency."""

from functools import cache
from typing import Final

_COUNTRIES_BY_CURRENCY: Final = """
AED: AE
AFN: AF
ALL: AL
AMD: AM
AOA: AO
ARS: AR
AUD: AU CC CX HM KI NF NR TV
AWG: AW
AZN: AZ
BAM: BA
BBD: BB
BDT: BD
BHD: BH
BIF: BI
BMD: BM
BND: BN
BOB: BO
BRL: BR
BSD: BS
BTN: BT
BWP: BW
BYN: BY
BZD: BZ
CAD: CA
CDF: CD
CHF: CH LI
CLP: CL
CNY: CN
COP: CO
CRC: CR
CUP: CU
CVE: CV
CZK: CZ
DJF: DJ
DKK: DK FO GL
DOP: DO
DZD: DZ
EGP: EG
ERN: ER
ETB: ET
EUR: AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI
     SK SM TF VA YT
FJD: FJ
FKP: FK
GBP: GB GG GS IM JE
GEL: GE
GHS: GH
GIP: GI
GMD: GM
GNF: GN
GTQ: GT
GYD: GY
HKD: HK
HNL: HN
HTG: HT
HUF: HU
IDR: ID
ILS: IL PS
INR: IN
IQD: IQ
IRR: IR
ISK: IS
JMD: JM
JOD: JO
JPY: JP
KES: KE
KGS: KG
KHR: KH
KMF: KM
KPW: KP
KRW: KR
KWD: KW
KYD: KY
KZT: KZ
LAK: LA
LBP: LB
LKR: LK
LRD: LR
LSL: LS
LYD: LY
MAD: EH MA
MDL: MD
MGA: MG
MKD: MK
MMK: MM
MNT: MN
MOP: MO
MRU: MR
MUR: MU
MVR: MV
MWK: MW
MXN: MX
MYR: MY
MZN: MZ
NAD: NA
NGN: NG
NIO: NI
NOK: BV NO SJ
NPR: NP
NZD: CK NU NZ PN TK
OMR: OM
PEN: PE
PGK: PG
PHP: PH
PKR: PK
PLN: PL
PYG: PY
QAR: QA
RON: RO
RSD: RS
RUB: RU
RWF: RW
SAR: SA
SBD: SB
SCR: SC
SDG: SD
SEK: SE
SGD: SG
SHP: SH
SLE: SL
SOS: SO
SRD: SR
SSP: SS
STN: ST
SYP: SY
SZL: SZ
THB: TH
TJS: TJ
TMT: TM
TND: TN
TOP: TO
TRY: TR
TTD: TT
TWD: TW
TZS: TZ
UAH: UA
UGX: UG
USD: AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI ZW
UYU: UY
UZS: UZ
VES: VE
VND: VN
VUV: VU
WST: WS
XAF: CF CG CM GA GQ TD
XCD: AG AI DM GD KN LC MS VC
XCG: CW SX
XOF: BF BJ CI GW ML NE SN TG
XPF: NC PF WF
YER: YE
ZAR: ZA
ZMW: ZM
"""

# ISO 4217 codes of no country above, which texts may still name.
_FURTHER_CODES: Final = "BGN BOV CHE CHW CLF COU CUC HRK MRO MXV PAB SLL STD UYI VED ZWG ZWL"

# Codes that are also words in lower case count in capitals alone.
_WORD_CODES: Final = """
    ALL AMD ANG BAM BOB BOV CHE COP COU CUP ETB GEL LAK MAD MOP NAD PEN SLE SOS STD TOP TRY
"""

# Signs and words that name one currency, parted by a bar.
_SIGNS: Final = """
EUR: € | euro | euros | eur | евро | ευρώ | يورو | 欧元 | ユーロ | 유로
GBP: £ | pound sterling | pounds sterling | british pounds | sterling | gbp | pounds
INR: ₹ | indian rupees
RUB: ₽ | руб | рублей | рубля | рубли | р
PLN: zł | zl | złotych | zloty | złoty | zlotys
CZK: kč | kc | korun | czech crowns
HUF: ft | forint | forints
ILS: ₪ | nis | shekels | שח | ש"ח
KRW: ₩ | 원 | won
JPY: 円 | yen | 日元
NGN: ₦ | naira
USD: us$ | u$s | usd$ | usd | us dollars | us dollar | u.s. dollars | $us | 美元 | 米ドル
CAD: ca$ | c$ | cad$ | cdn$ | can$ | $ca | canadian dollars | dollars canadiens
AUD: a$ | au$ | aud$ | australian dollars
NZD: nz$ | nzd$ | new zealand dollars
SGD: s$ | sg$ | sgd$ | singapore dollars
HKD: hk$ | hkd$ | 港元 | 港幣
MXN: mx$ | mex$ | mxn$ | pesos mexicanos
BRL: r$ | reais
TWD: nt$ | 新台幣
JMD: j$
TTD: tt$
ARS: ar$ | pesos argentinos
CLP: clp$ | pesos chilenos
COP: cop$ | pesos colombianos
CHF: sfr | chf | fr | swiss francs | franken
UAH: ₴ | грн | гривень
KZT: ₸ | тенге
TRY: ₺ | tl | lira
VND: ₫ | đ
PHP: ₱
THB: ฿ | baht | บาท
MYR: rm | ringgit
IDR: rp | rupiah
KES: ksh | kshs
GHS: ₵ | gh₵
BDT: ৳
GEL: ₾
AZN: ₼
AMD: ֏
BGN: лв
RON: lei
ZAR: rand
CNY: rmb | yuan | renminbi | 人民币
SEK: kronor
SAR: ريال سعودي
EGP: جنيه مصري
AED: درهم إماراتي
"""

# Signs and words that several currencies share: read by the country.
_SHARED: Final = """
dollar: $ | dollars | dollar | pesos | peso
krone: kr | kroner | kronur | krónur | :-
rupee: rs | rupees | rupee | ₨
yen: ¥
yuan: 元 | 圓 | 块
franc: francs
dinar: dinars | دينار
dirham: dirhams | dirham | درهم
riyal: ريال | riyals
pound: جنيه
"""
_FAMILIES: Final = {
    "dollar": "USD CAD AUD NZD SGD HKD MXN TWD ARS CLP COP UYU DOP CUP PHP JMD BSD BBD TTD BZD FJD "
    "NAD LRD GYD SRD BND KYD XCD SBD BMD",
    "krone": "SEK NOK DKK ISK",
    "rupee": "INR PKR LKR NPR MUR SCR",
    "yen": "JPY CNY",
    "yuan": "CNY TWD HKD",
    "franc": "CHF XOF XAF XPF RWF CDF GNF BIF DJF KMF",
    "dinar": "KWD BHD JOD TND DZD IQD LYD RSD",
    "dirham": "AED MAD",
    "riyal": "SAR QAR OMR YER IRR",
    "pound": "EGP SDG SYP LBP",
}


@cache
def currency_of_country() -> dict[str, str]:
    """ISO 4217 code by ISO 3166-1 alpha-2 code."""
    found: dict[str, str] = {}
    currency = ""
    for word in _COUNTRIES_BY_CURRENCY.split():
        if word.endswith(":"):
            currency = word[:-1]
        else:
            found[word] = currency
    return found


@cache
def signs() -> dict[str, str]:
    """ISO 4217 code by a sign or word that names one currency."""
    return _by_mark(_SIGNS)


@cache
def shared_signs() -> dict[str, str]:
    """Family name by a sign or word that several currencies share."""
    return _by_mark(_SHARED)


def _by_mark(table: str) -> dict[str, str]:
    found: dict[str, str] = {}
    key = ""
    for line in table.strip().splitlines():
        head, colon, rest = line.partition(": ")
        if colon and not line.startswith(" "):
            key, line_rest = head, rest
        else:
            line_rest = line
        found |= {mark.strip(): key for mark in line_rest.split("|") if mark.strip()}
    return found


@cache
def codes() -> frozenset[str]:
    """All ISO 4217 codes a text may name."""
    return frozenset(currency_of_country().values()) | frozenset(_FURTHER_CODES.split())


@cache
def word_codes() -> frozenset[str]:
    """The codes that are also words when in lower case."""
    return frozenset(_WORD_CODES.split())


@cache
def family(name: str) -> frozenset[str]:
    """The currencies that share a sign."""
    return frozenset(_FAMILIES[name].split())
