"""The Greenhouse kind of application form: one page, labels by id, attachments in groups."""

import html

from jobctrl_dagster.demo.form_fields import Field, Section
from jobctrl_dagster.demo.form_html import View, application, control, error, tick

_STAR = '<span class="star" aria-hidden="true">*</span>'


def form_page(view: View) -> str:
    """The whole page."""
    return application(view, sections="\n".join(_section(s, view) for s in view.form.sections))


def _section(section: Section, view: View) -> str:
    title = f"<h2>{html.escape(section.title)}</h2>\n" if section.title else ""
    intro = f'<p class="intro">{html.escape(section.intro)}</p>\n' if section.intro else ""
    return title + intro + "\n".join(_field(question, view) for question in section.fields)


def _field(question: Field, view: View) -> str:
    if question.kind in {"radio", "checkboxes"}:
        body = _choices(question, view)
    elif question.kind in {"file", "file_or_text"}:
        body = _attachment(question, view)
    elif question.kind == "consent":
        body = _consent(question, view)
    else:
        required = "true" if question.required else "false"
        bound = {"aria-label": question.label, "aria-required": required}
        body = (
            f'<label id="{question.id}-label" for="{question.id}">{_label(question)}</label>\n'
            f"{control(question, view, bound)}"
        )
    return f'<div class="field">\n{body}\n{error(question, view)}\n</div>'


def _label(question: Field) -> str:
    return html.escape(question.label) + (_STAR if question.required else "")


def _choices(question: Field, view: View) -> str:
    rows = "\n".join(
        f'<div class="choice">{tick(question, view, number)}'
        f'<label for="{question.id}-{number}">{html.escape(option.label)}</label></div>'
        for number, option in enumerate(question.options)
    )
    required = ' aria-required="true"' if question.required and question.kind == "radio" else ""
    role = ' role="radiogroup"' if question.kind == "radio" else ""
    return (
        f'<fieldset id="{question.id}"{role}{required} aria-describedby="{question.id}-error">\n'
        f"<legend>{_label(question)}</legend>\n{rows}\n</fieldset>"
    )


def _consent(question: Field, view: View) -> str:
    ticked = tick(question, view, 0, required=question.required)
    return (
        f'<div class="choice">{ticked}<label for="{question.id}-0">{_label(question)}</label></div>'
    )


def _attachment(question: Field, view: View) -> str:
    heading = f"upload-label-{question.id}"
    required = "true" if question.required else "false"
    manual = text = ""
    if question.kind == "file_or_text":
        name = question.text_name
        manual = (
            f'<button class="manual" type="button" aria-expanded="false" aria-controls="{name}">'
            "Enter manually</button>"
        )
        value = view.value(name)
        text = (
            f'<div{"" if value else " hidden"}><label class="unseen" for="{name}">'
            f"{html.escape(question.label)}, as text</label>"
            f'<textarea id="{name}" name="{name}">\n{html.escape(value)}</textarea></div>'
        )
    return (
        f'<div role="group" aria-labelledby="{heading}" aria-required="{required}">\n'
        f'<div class="question" id="{heading}">{_label(question)}</div>\n<div class="upload">'
        f'<button class="attach" type="button">Attach</button>'
        f'<label class="unseen" for="{question.id}">Attach</label>'
        f"{control(question, view, {'class': 'unseen', 'tabindex': '-1'})}{manual}"
        f'<span class="chosen hint"></span></div>\n'
        f'<p class="hint">Accepted file types: pdf, doc, docx, txt, rtf</p>\n{text}\n</div>'
    )
