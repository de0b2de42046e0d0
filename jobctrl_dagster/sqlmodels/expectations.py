"""``schema.yml``: what the columns mean, and what must hold of them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from jobctrl_dagster.settings.build import build
from jobctrl_dagster.settings.document import Document
from jobctrl_dagster.settings.schema import Strict
from jobctrl_dagster.settings.yaml_document import read_yaml
from jobctrl_dagster.sqlmodels.records import ModelTest, Severity


class FieldReference(Strict):
    """A column of another model in which every value must be found."""

    to: str = Field(description="The model.")
    field: str = Field(description="Its column.")


class ColumnRule(Strict):
    """One test of a column, with what it needs."""

    accepted_values: tuple[str, ...] = Field(default=(), description="Values that may stand there.")
    relationships: FieldReference | None = Field(default=None, description="Where they are found.")
    severity: Severity = Field(default="error", description="Whether a failure only warns.")

    @model_validator(mode="after")
    def _is_one_test(self) -> ColumnRule:
        if bool(self.accepted_values) == (self.relationships is not None):
            msg = "give either `accepted_values` or `relationships`"
            raise ValueError(msg)
        return self


class RowReference(Strict):
    """Columns of another model among whose rows every row must be found."""

    columns: tuple[str, ...] = Field(min_length=1, description="Columns of this model.")
    to: str = Field(description="The other model.")
    fields: tuple[str, ...] = Field(default=(), description="Its columns; by default of one name.")

    @model_validator(mode="after")
    def _pairs(self) -> RowReference:
        if self.fields and len(self.fields) != len(self.columns):
            msg = "`fields` has another length than `columns`"
            raise ValueError(msg)
        return self


class Expression(Strict):
    """A condition that must be true of every row."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="Name of the check.")
    sql: str = Field(min_length=1, description="The condition, in the dialect of the models.")
    description: str = Field(description="What it means.")


class ModelRule(Strict):
    """One test of a whole model."""

    unique: tuple[str, ...] = Field(default=(), description="Columns that tell rows apart.")
    relationships: RowReference | None = Field(default=None, description="Where rows are found.")
    expression: Expression | None = Field(default=None, description="What holds of every row.")
    severity: Severity = Field(default="error", description="Whether a failure only warns.")

    @model_validator(mode="after")
    def _is_one_test(self) -> ModelRule:
        if sum((bool(self.unique), bool(self.relationships), bool(self.expression))) != 1:
            msg = "give one of `unique`, `relationships` and `expression`"
            raise ValueError(msg)
        return self


class DescribedColumn(Strict):
    """A column with its meaning."""

    name: str
    description: str = Field(min_length=1)
    shown: bool = Field(default=True, description="Whether previews may show it.")
    tests: tuple[Literal["not_null", "unique"] | ColumnRule, ...] = ()


class DescribedModel(Strict):
    """A model with its columns, in the order of its SELECT."""

    name: str
    columns: tuple[DescribedColumn, ...]
    tests: tuple[ModelRule, ...] = ()

    def all_tests(self) -> tuple[ModelTest, ...]:
        """Every test of the model and its columns, each with a name of its own."""
        of_columns = [_of_column(self.name, column) for column in self.columns]
        return (
            *(test for tests in of_columns for test in tests),
            *(_of_model(self.name, rule) for rule in self.tests),
        )


class Expectations(Strict):
    """The file."""

    models: tuple[DescribedModel, ...]


def read_expectations(file: Path) -> tuple[Expectations, Document]:
    """Read the file strictly; the document knows the lines.

    Raises:
        SettingsError: it is missing or has faults; all of them are listed.
    """
    document = read_yaml(file, missing="describe every model in it")
    return build(Expectations, document), document


def _of_column(model: str, column: DescribedColumn) -> list[ModelTest]:
    return [_column_test(model, column.name, rule) for rule in column.tests]


def _column_test(model: str, column: str, rule: str | ColumnRule) -> ModelTest:
    about = (column,)
    if isinstance(rule, ColumnRule) and rule.relationships is not None:
        to, field = rule.relationships.to, rule.relationships.field
        return ModelTest(
            model,
            f"relationships_{column}",
            "relationships",
            f"Every {column} is a {field} of {to}.",
            rule.severity,
            columns=about,
            to=to,
            fields=(field,),
        )
    if isinstance(rule, ColumnRule):
        return ModelTest(
            model,
            f"accepted_values_{column}",
            "accepted_values",
            f"{column} is one of {', '.join(rule.accepted_values)}.",
            rule.severity,
            columns=about,
            values=rule.accepted_values,
        )
    if rule == "unique":
        sentence = f"No two rows have the same {column}."
        return ModelTest(model, f"unique_{column}", "unique", sentence, columns=about)
    sentence = f"Every row has a {column}."
    return ModelTest(model, f"not_null_{column}", "not_null", sentence, columns=about)


def _of_model(model: str, rule: ModelRule) -> ModelTest:
    if rule.relationships is not None:
        columns, to = rule.relationships.columns, rule.relationships.to
        return ModelTest(
            model,
            f"relationships_{'_'.join(columns)}",
            "relationships",
            f"Every {' with '.join(columns)} is found in {to}.",
            rule.severity,
            columns=columns,
            to=to,
            fields=rule.relationships.fields or columns,
        )
    if rule.expression is not None:
        name, sentence = rule.expression.name, rule.expression.description
        return ModelTest(
            model, name, "expression", sentence, rule.severity, sql=rule.expression.sql
        )
    return ModelTest(
        model,
        f"unique_{'_'.join(rule.unique)}",
        "unique",
        f"No two rows have the same {', '.join(rule.unique)}.",
        rule.severity,
        columns=rule.unique,
    )
