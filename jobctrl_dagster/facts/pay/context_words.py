"""Words around an amount of money that tell pay from other money, in several languages."""

from typing import Final

# Words that announce pay.
PAY: Final = r"""
    salar(?:y|ies) | pay(?:s|ing|rate|scale)? | paid | wages? | compensation | comp
    | remunerat\w+ | rates? | base | ote | on[- ]target | earn(?:s|ings?|ed)? | income | ctc
    | tc | range | hourly | package | per[ ]annum
    | \w*geh[aä]lt(?:er|s|es)?(?:\w*spanne|\w*rahmen|\w*band|\w*paket)? | \w*vergütung\w*
    | \w*l[oö]hn\w* | \w*entgelt\w* | \w*verdienst\w* | verdien\w* | bezahlung | \w*einkommen
    | \w*gehalts\w* | fixum | salaires? | salariale? | rémunération\w* | rémunéré\w*
    | gratification | fixe | tjm | salarios? | salarial | sueldos? | retribuci[oó]n\w*
    | remuneraci[oó]n\w* | ganar\w* | nómina | retribuzion\w* | stipendi? | ral | compens[oi]
    | salários? | remuneraç\w+ | ordenado | wynagrodzeni\w+ | stawk\w+ | zarob\w+ | pensj\w+
    | widełki | płac\w+ | salaris\w* | \w*loon | \w*salaris | bruto | \w*lön\w* | \w*lønn?\w*
    | palkka\w* | mzd\w+ | plat(?:u|y|ov\w+)? | fizetés\w* | bér\w* | maaş\w* | зарплат\w+
    | оклад\w* | доход\w* | зп | оплат\w+ | ставк\w+ | 年収 | 給与 | 給料 | 月給 | 時給 | 年俸
    | 月収 | 日給
    | 薪资 | 薪水 | 工资 | 年薪 | 月薪 | 薪酬 | 待遇 | 薪資 | 연봉 | 급여 | 월급 | 시급 | 월급여
    | الراتب | راتب | שכר
    | משכורת
"""

# Money that is no pay, named before or after the amount.
OTHER: Final = r"""
    stipends? | allowances? | budgets? | \w*bonus(?:es|se|zahlung\w*)? | referr(?:al|als|ing)
    | sign[- ]?on | signing | joining | retention | relocat\w+ | tuition | reimburs\w+
    | match(?:ing|es|ed)? | pensions? | 401 | equity | stocks? | rsus? | options? | shares?
    | espp | funding | funded | fundrais\w+ | raised | raising | seed | valuation | valued
    | revenues? | arr | mrr | gmv | aum | turnover | volume | transactions? | sales | processed
    | processes | process(?:ing)? | savings? | saved | saves? | saving | assets | portfolio
    | deals? | quota | grants? | funds? | fees? | deductibles? | premiums? | insurance
    | credits? | gift | vouchers? | discounts? | prizes? | awards? | donat\w+ | spend(?:ing)?
    | costs? | p&l | market | opportunity | acv | tcv | contracts? | pipelines? | capital
    | invest\w+ | worth | per[ ]diem | wellness | learning | education\w* | internet | laptop
    | equipment | commuter | gym | lunch | meals? | perks? | backed | backing | subsid\w+
    | contributions? | customers | clients | procured | procurement | projects? | programs?
    | spent | purchas\w+ | economy | industry
    | rounds? | handl(?:e|es|ed|ing) | manag(?:e|es|ed|ing) | generat(?:e|es|ed|ing)
    | business | accounts? | incentives?
    | commissions? | differential | minimum[ ]wage | dues | \w*zusch(?:uss|üsse)\w*
    | \w*prämien? | \w*umsatz\w* | urlaubsgeld | weihnachtsgeld | \w*zulagen? | jobticket
    | vermögenswirksam\w* | vwl | gutschein\w* | sachbezug\w* | altersvorsorge | \w*budget
    | \w*pauschale | rabatte? | empfehlung\w* | primes? | chiffre[ ]d'affaires | levée | levé
    | mutuelle | (?:titres?|tickets?|cartes?)[- ]rest\w+ | paniers? | repas | bonos?
    | presupuesto\w* | facturaci[oó]n | facturado | incentivos? | dietas | ventas | fatturato
    | buon[io][ ]past[io] | premi[ao]? | bônus | aux[ií]lio | vale | ajuda | dodat\w+ | premia
    | premi[ię] | budżet\w* | zysk\w* | obrot\w* | omzet | vakantiegeld | bonusar | преми\w+
    | бонус\w* | бюджет\w* | оборот\w* | 売上\w* | 資本金 | 賞与 | 手当\w* | 交通費 | 支給
    | 매출\w* | 투자\w*
    | 누적 | 보너스 | 奖金 | 融资 | 营收
"""

# Words that part an amount from the money named behind them.
PARTING: Final = r"""
    plus | and | with | or | und | et | y | e | sowie | zzgl | zuzüglich | inkl | including
    | includes | inclusive | excluding | excl | exclusive | additional | addition | depending
    | based | incl | con | avec | oraz | также | mit | aber | but | is | are | will | besides
    | up | doe
"""

# Words before other money that set it aside: "excluding bonus, 50,000".
ASIDE: Final = r"""
    plus | excluding | excl | not[ ]including | exclusive[ ]of | without | and | ohne | hors | sin
    | in[ ]addition[ ]to | before | including | with | incl | inkl | zzgl | or
"""
