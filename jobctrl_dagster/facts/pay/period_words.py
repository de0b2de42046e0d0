"""Words for the time that pay is for, in the languages of the postings."""

from typing import Final

# Words that name the time after an amount by themselves.
ADVERBS: Final = {
    "hour": """
        hourly p.h p/h ph stündlich stdl stdl. horaire horaires oraria orario orari
        godzinowo godzinowa saatlik
    """,
    "day": """
        daily p.d p/d pd täglich journalier journalière diario diaria diária giornaliero
        giornaliera dziennie denně günlük يوميا يومي
    """,
    "week": """
        weekly p.w p/w pw wöchentlich hebdomadaire semanal semanales settimanale
        tygodniowo týdně haftalık
    """,
    "month": """
        monthly p.m p/m pm pcm p.c.m monatlich mtl mtl. mensuel mensuels mensuelle
        mensuelles mensual mensuales mensile mensili mensal mensais maandelijks
        miesięcznie m-c месячно měsíčně havi aylık شهري شهريا شهرياً
    """,
    "year": """
        yearly annual annually annualized annualised p.a p/a pa p.y jährlich annuel
        annuels annuelle annuelles anual anuales anualmente annui annuo annua annuale
        annuali anuais jaarlijks rocznie годовых årlig årligen årligt ročně évi yıllık
        سنويا سنوياً سنوي 연간
    """,
}

# Words that name the time behind a slash or link word, or right behind a currency.
NOUNS: Final = {
    "hour": """
        hour hours hr hrs std std. stunde stunden heure heures hora horas ora ore uur uren
        godz godz. godzina godzinę godzine час часа timme timmen hodina hodinu hod hod.
        óra órabér saat tunti tunnissa ساعة الساعة בשעה לשעה שעה 時間 小时 小時 時 시간
    """,
    "day": """
        day days diem tag tage jour jours día días dia dias giorno dag dagen dzień день дн
        den päivä päivässä gün يوم اليوم יום ליום 日 天 일
    """,
    "week": """
        week weeks wk woche semaine semana settimana tydzień неделю неделя нед vecka
        veckan uke uge týden viikko viikossa hafta أسبوع الأسبوع שבוע 週 周 주
    """,
    "month": """
        month months mo mth mnth monat monate mois mes meses mese mesi mês maand mies
        mies. miesiąc mc-c месяц мес мес. månad månaden måned måneden mån mån. md md. mdr
        kk kuukausi kuukaudessa měsíc měs hónap hó hó. ay شهر الشهر חודש לחודש 月 月額 월
    """,
    "year": """
        year years yr yrs annum jahr jahre annee année ans año años anno anni ano anos
        jaar rok roku год года år året vuosi vuodessa év yıl سنة السنة العام שנה לשנה 年 년
    """,
}

# Words that name the time only behind a slash or a link word, being too short or too common.
AFTER_LINK: Final = {
    "hour": "h hr ora ч час timma tim tim. time timen timer u ó שעה",
    "day": "d j t dag den nap",
    "week": "w hét",
    "month": "m mo má mes ay kk hó",
    "year": "y a an ano a. g г v r",
}

LINKS: Final = """
    per a an each every the pro je im in der die par par. por à l' al a la all' alla de da do na
    za w v в за om i pr pr. en una un uno per. om. po bei في ب كل ل 毎 每 매
"""

# Words before an amount that name its time.
BEFORE: Final = {
    "hour": """
        hourly|per[ ]hour|an[ ]hour|stundenl[oö]hne?|stundens[aä]tze?|stündliche[rns]?
        |(?:taux|salaire)[ ]horaire|horaire[ ]brut|por[ ]hora|paga[ ]oraria|uurloon|uurtarief
        |stawka[ ]godzinowa|timlön|timelønn?|timløn|час(?:овая|овой)|в[ ]час
        |時給|时薪|時薪|시급|시간당
    """,
    "day": """
        daily|per[ ]day|day[ ]rate|tagessatz|tagessätze|tagesgage|taux[ ]journalier|tjm|por[ ]día
        |dagtarief|stawka[ ]dzienna|日給|日薪|일급|일당
    """,
    "week": "weekly|per[ ]week|wochenlohn|wöchentliche[rns]?|hebdomadaire|semanal|週給|周薪|주급",
    "month": """
        monthly|per[ ]month|monats(?:gehalt|lohn|brutto|entgelt|einkommen|vergütung|verdienst)\\w*
        |bruttomonats\\w*|monatliche[rnsm]?|monatlich|im[ ]monat|mensuel(?:le)?s?|mensual(?:es)?
        |mensile|mensili|mensal|mensais|maandsalaris|maandelijks|per[ ]maand|miesięczn\\w*
        |månadslön|månedsløn|månedslønn|в[ ]месяц|ежемесячн\\w*
        |شهري|شهرية|月給|月薪|月収|月额|月額|월급|월[ ]급여
    """,
    "year": """
        annual|annually|annualized|annualised|yearly|per[ ]annum|per[ ]year|a[ ]year
        |jahres\\w*|bruttojahres\\w*|jahrsbrutto\\w*|jährliche[rnsm]?|jährlich|im[ ]jahr
        |annuel(?:le)?s?|anual(?:es)?|anuais|annuo|annua|annuale|ral|jaarsalaris|jaarlijks
        |per[ ]jaar|roczn\\w*|årslön|årsløn|årslønn|årlig\\w*|годов\\w*|в[ ]год
        |年収|年俸|年薪|年給|연봉|سنوي|ctc
    """,
}

# Words that may stand between an amount and the time it is for.
FILLERS: Final = """
    gross brutto brut bruts brute bruto brutos bruta netto net nets neto netos base basic salary
    pay wage wages compensation lordi lorda lordo hrubého brt usd eur gbp cad aud fixed fixe fisso
    fijo doe plus
"""
