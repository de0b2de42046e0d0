"""The Ashby kind of application form: an empty page that a script fills from data beside it."""

import json

from jobctrl_dagster.demo.form_fields import FILE_TYPES
from jobctrl_dagster.demo.form_html import View, application

LOOKUP = "/ashby/api/lookup"
"""Where the script asks for places, by POST."""


def form_page(view: View) -> str:
    """The whole page."""
    data = {
        "submit": view.submit,
        "lookup": view.origin + LOOKUP,
        "file_types": ",".join(FILE_TYPES),
        "values": view.values,
        "faults": view.faults,
        "fields": [question.model_dump(exclude={"companies"}) for question in view.form.fields],
    }
    return application(view, data=json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))
