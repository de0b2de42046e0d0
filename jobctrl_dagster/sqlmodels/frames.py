"""Models as pandas frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from jobctrl_dagster.sqlmodels.records import ColumnType, SqlModel
from jobctrl_dagster.sqlmodels.run import require_built
from jobctrl_dagster.sqlmodels.types import table_of
from jobctrl_dagster.store.store import Store

if TYPE_CHECKING:
    import pandas as pd

_DTYPES = {
    ColumnType.TEXT: "string",
    ColumnType.INTEGER: "Int64",
    ColumnType.NUMBER: "Float64",
    ColumnType.BOOLEAN: "boolean",
    ColumnType.MOMENT: "datetime64[ns, UTC]",
    ColumnType.DATE: "datetime64[ns]",
}
"""What is not listed stays a Python object."""


def read_frame(store: Store, model: SqlModel, *, limit: int | None = None) -> pd.DataFrame:
    """Read a model's table: a column for each of its columns, with their types.

    Args:
        store: Where the table is.
        model: The model.
        limit: Most rows; all by default.

    Raises:
        ModelNotBuilt: the model has no table yet.
    """
    import pandas as pd

    query = sa.select(table_of(model)).limit(limit)
    with store.read() as connection:
        require_built(connection, [model.name])
        rows = [tuple(row) for row in connection.execute(query)]
    frame = pd.DataFrame(rows, columns=[column.name for column in model.columns], dtype=object)
    types = {
        column.name: _DTYPES[column.type] for column in model.columns if column.type in _DTYPES
    }
    return frame.astype(types)
