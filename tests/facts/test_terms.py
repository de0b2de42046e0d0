"""Names of skills and technologies in a text."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.facts.term_index import spellings_by_first_word
from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.facts.vocabulary import VOCABULARY

NAMES = [
    line.split("|")[0].strip().rstrip("~^")
    for line in VOCABULARY.splitlines()
    if line and not line.startswith("#")
]
LOWER_NAMES = {name.casefold() for name in NAMES}


@pytest.mark.parametrize("value", [None, float("nan"), "", " ", 5, b"Python", "\ud800"])
def test_missing_text_has_no_terms(value):
    assert find_terms(value) == ()


def test_terms_come_in_order_of_first_appearance_each_once():
    text = "Postgres, Golang and Python. Python again, K8s (Kubernetes) and PostgreSQL."
    assert find_terms(text) == ("PostgreSQL", "Go", "Python", "Kubernetes")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("JavaScript, MySQL, SQL Server", {"JavaScript", "MySQL", "SQL Server"}),
        ("Objective C and Swift for iOS", {"Objective-C", "Swift", "iOS"}),
        ("C/C++, C#/.NET, F#", {"C", "C++", "C#", ".NET", "F#"}),
        ("ASP.NET, VB.NET and Node.js", {"ASP.NET", "Visual Basic", "Node.js"}),
        ("C++17, Python3, HTML5 and Java 21", {"C++", "Python", "HTML", "Java"}),
        ("We use Kubernetes. You know Kotlin.", {"Kubernetes", "Kotlin"}),
        ("K8s/GCP/AWS, JS/TS", {"Kubernetes", "Google Cloud", "AWS", "JavaScript", "TypeScript"}),
        ("Rails, Kafka, Spark, dotnet, CPP", {"Ruby on Rails", "Apache Kafka", "Apache Spark"}),
        ("ＪａｖａとPythonエンジニア", {"Java", "Python"}),
        ("Power-BI, scikit learn, A/B testing", {"Power BI", "scikit-learn", "A/B testing"}),
        ("BLS and ACLS certified, wound care", {"Basic life support", "Wound care"}),
        ("accounts payable, US GAAP, QuickBooks", {"Accounts payable", "GAAP", "QuickBooks"}),
    ],
)
def test_other_spellings_lead_to_the_usual_name(text, names):
    assert names <= set(find_terms(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("JavaScript in the browser", "Java"),
        ("a NoSQL store", "SQL"),
        ("the internet and the network", ".NET"),
        ("Scalable railway guardrails", "Scala"),
        ("Pythonic JavaBeans", "Python"),
        ("see python.org and https://github.com/python/cpython", "Python"),
        ("java@example.com", "Java"),
        ("my_java_lib", "Java"),
        ("take a rest from the REST", "Ruby"),
        ("su larga scala", "Scala"),
    ],
)
def test_a_name_is_a_whole_token(text, name):
    assert name not in find_terms(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Senior Backend Engineer (Go)", "Go"),
        ("Senior Engineer - Rust", "Rust"),
        ("Go developer wanted", "Go"),
        ("Languages: Go, Rust", "Rust"),
        ("- Python\n- Go\n- Rust", "Go"),
        ("Go is our primary backend language", "Go"),
        ("our services are written in Go and Rust", "Go"),
        ("python, go, rust", "Go"),
        ("Erfahrung mit Rust und Go", "Rust"),
        ("Expérience en Go ou Rust", "Go"),
        ("Sehr gute Excel-Kenntnisse", "Excel"),
        ("Proficient in Excel.", "Excel"),
        ("Word, Excel, PowerPoint", "Excel"),
        ("PYTHON, EXCEL, SQL", "Excel"),
        ("You write C code for microcontrollers", "C"),
        ("Kenntnisse in C und C++", "C"),
        ("You know R, Python and SQL.", "R"),
        ("statistical software (R, Stata, SAS)", "R"),
        ("Java, Spring, Hibernate", "Spring"),
        ("experience with Spring and Kafka", "Spring"),
        ("React with TypeScript", "React"),
        ("backend in Node", "Node.js"),
        ("Our pipelines run on Spark and Airflow.", "Apache Spark"),
        ("workflow tools (e.g. Airflow, Flyte, or equivalent)", "Airflow"),
        ("Tableau dashboards", "Tableau"),
        ("Ada, Zig and C++ for avionics", "Ada"),
        ("Scala on the data side, Rails for the back office.", "Ruby on Rails"),
    ],
)
def test_everyday_words_count_in_technical_company(text, name):
    assert name in find_terms(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Go further with Python training", "Go"),
        ("Ready to go the extra mile with our go-to-market team? Python.", "Go"),
        ("- Python\n- Go further with us", "Go"),
        ("React to incidents in Docker", "React"),
        ("Excel at software engineering", "Excel"),
        ("To excel, SQL is needed", "Excel"),
        ("Spring internship for software engineers", "Spring"),
        ("Software Engineer Intern, Spring 2027", "Spring"),
        ("Join our Python team in Spring", "Spring"),
        ("Spark joy in developers", "Apache Spark"),
        ("SWIFT payments in SQL", "Swift"),
        ("Ada Lovelace wrote programs", "Ada"),
        ("Taylor Swift fan and Python coder", "Swift"),
        ("Series B and C funding for SQL engines", "C"),
        ("vitamin C, Docker", "C"),
        ("C-level and C-suite with SQL", "C"),
        ("R&D in Python", "R"),
        ("Dr. R. Smith leads the Java team", "R"),
        ("20 °C, LabVIEW", "C"),
        ("C$120,000 for Python", "C"),
        ("TS/SCI clearance, Python", "TypeScript"),
        ("Express yourself with Python", "Express.js"),
        ("airflow in ducts, HVAC", "Airflow"),
    ],
)
def test_everyday_words_alone_do_not_count(text, name):
    assert name not in find_terms(text)


def test_the_vocabulary_is_wide_and_names_each_thing_once():
    assert len(NAMES) >= 500
    assert len(NAMES) == len({name.casefold() for name in NAMES})
    spellings = [
        (first, each.rest) for first, group in spellings_by_first_word().items() for each in group
    ]
    assert len(spellings) == len(set(spellings))


def test_every_name_is_found_in_a_list_of_plain_terms():
    for name in NAMES:
        assert name in find_terms(f"Python, {name}, Docker"), name


def test_most_skills_of_recorded_postings_are_found(recorded):
    corpus = recorded / "labels" / "ergon_extraction_corpora" / "skills_corpus.jsonl"
    labelled, found = 0, 0
    for line in corpus.read_text(encoding="utf-8").splitlines():
        posting = json.loads(line)
        terms = {term.casefold() for term in find_terms(posting["text"])}
        known = [skill for skill in posting["skills"] if skill in LOWER_NAMES]
        labelled += len(known)
        found += sum(skill in terms for skill in known)
    assert labelled > 300
    assert found / labelled > 0.9


HOSTILE = {
    "everyday words": "Go " * 66_000,
    "lists of letters": "C," * 100_000,
    "one word": "a" * 200_000,
    "half patterns": "a/" * 100_000,
    "leads": "experience with Excel " * 9_000,
    "lines": "Go\n" * 66_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_answered_in_time(text):
    start = time.process_time()
    find_terms(text)
    assert time.process_time() - start < 3


@given(st.text(max_size=200))
def test_any_text_gives_names_of_the_vocabulary_each_once(text):
    found = find_terms(text)
    assert set(found) <= set(NAMES)
    assert len(found) == len(set(found))


@given(st.lists(st.sampled_from(["Go", "C", "R", "Python", "Spring", ",", "and", ".", "\n", "in"])))
def test_the_same_text_twice_names_the_same_terms(words):
    text = " ".join(words)
    assert find_terms(text) == find_terms(text)
    assert set(find_terms(text)) >= {"Python"} & set(words)
