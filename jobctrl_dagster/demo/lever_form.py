"""The Lever kind of application form: pages within one form, labels around their controls."""

import html

from jobctrl_dagster.demo.form_fields import Field, Section
from jobctrl_dagster.demo.form_html import Attributes, View, application, control, error, tick

_STAR = '<span class="star">✱</span>'


def form_page(view: View) -> str:
    """The whole page; its script shows one page of the form at a time."""
    pages = []
    for number in range(1, view.form.pages + 1):
        sections = "\n".join(_section(s, view) for s in view.form.sections if s.page == number)
        hidden = "" if number == 1 else " hidden"
        pages.append(f'<div class="page" data-page="{number}"{hidden}>\n{sections}\n</div>')
    return application(view, sections="\n".join(pages))


def _section(section: Section, view: View) -> str:
    rows = "\n".join(_question(question, view) for question in section.fields)
    return f"<section>\n<h2>{html.escape(section.title)}</h2>\n{rows}\n</section>"


def _question(question: Field, view: View) -> str:
    if question.kind == "radio":
        body = _choices(question, view)
    elif question.kind == "consent":
        body = (
            f'<label class="choice">{tick(question, view, 0, required=question.required)}'
            f"<span>{_label(question)}</span></label>"
        )
    elif question.name.startswith("cards["):
        heading = f"{question.id}-text"
        bound: Attributes = {"aria-labelledby": heading, "required": question.required}
        body = (
            f'<div class="question" id="{heading}">{_label(question)}</div>\n'
            f"{control(question, view, bound)}"
        )
    elif question.kind == "file":
        hidden: Attributes = {"required": question.required, "class": "unseen", "tabindex": "-1"}
        body = _wrapped(
            question,
            f'<span class="button">Attach {html.escape(question.label)}</span>\n'
            f'{control(question, view, hidden)} <span class="filename hint"></span>',
        )
    else:
        body = _wrapped(question, control(question, view, {"required": question.required}))
    return f'<div class="field application-question">\n{body}\n{error(question, view)}\n</div>'


def _wrapped(question: Field, within: str) -> str:
    return f'<label><div class="application-label">{_label(question)}</div>\n{within}</label>'


def _choices(question: Field, view: View) -> str:
    rows = "\n".join(
        f'<label class="choice">{tick(question, view, number, required=question.required)}'
        f"<span>{html.escape(option.label)}</span></label>"
        for number, option in enumerate(question.options)
    )
    return (
        f'<div id="{question.id}" role="radiogroup" aria-labelledby="{question.id}-text">\n'
        f'<div class="question" id="{question.id}-text">{_label(question)}</div>\n{rows}\n</div>'
    )


def _label(question: Field) -> str:
    return html.escape(question.label) + (_STAR if question.required else "")
