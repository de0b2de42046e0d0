"""What a materialization shows of a model: data of others as data, and pictures."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.sqlmodels.pictures import PASSED, STANDING, funnel_png, scores_png
from jobctrl_dagster.sqlmodels.preview import SHOWN_ROWS, preview
from jobctrl_dagster.sqlmodels.records import Project

PNG = b"\x89PNG\r\n\x1a\n"


def frame_of(project: Project, name: str, **values: object) -> pd.DataFrame:
    columns = [column.name for column in project.models[name].columns]
    return pd.DataFrame([{column: values.get(column, "x") for column in columns}])


@given(title=st.text(max_size=300))
def test_no_text_leaves_its_cell(project: Project, title: str) -> None:
    frame = frame_of(project, "stg_jobs", title=title)
    lines = preview(frame, project.models["stg_jobs"], 1).split("\n")
    assert len(lines) == 3
    assert lines[2].count("|") == len(frame.columns) + 1
    assert not set(lines[2]) & set("<>[]`")


def test_a_long_model_says_how_much_of_it_is_shown(project: Project) -> None:
    frame = pd.concat([frame_of(project, "mart_scores", jobs=1)] * 30)
    shown = preview(frame, project.models["mart_scores"], 4711)
    assert shown.endswith(f"The first {SHOWN_ROWS} of 4711 rows.")


def test_columns_that_may_not_be_shown_are_left_out(project: Project) -> None:
    shown = preview(frame_of(project, "stg_outcomes"), project.models["stg_outcomes"], 1)
    assert "code" in shown
    assert "sentence" not in shown


@pytest.mark.parametrize("count", [0, 3])
def test_the_pictures_are_drawn_with_and_without_jobs(count: int) -> None:
    funnel = pd.DataFrame([dict.fromkeys((*PASSED, *STANDING), count)][:count])
    funnel = funnel.reindex(columns=[*PASSED, *STANDING]).astype("Int64")
    scores = pd.DataFrame({"score": [7] * count, "jobs": [2] * count, "shortlisted": [1] * count})
    assert funnel_png(funnel).startswith(PNG)
    assert scores_png(scores.astype("Int64")).startswith(PNG)
