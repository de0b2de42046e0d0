"""The SQL models of ``dbt_like_sql/``: found, checked, built as tables, tested, read as frames."""
