"""Partition sets. The partition set is the queue: a key stands for open work."""

import dagster as dg

from jobctrl_dagster.settings.schema import FAMILIES

families = dg.StaticPartitionsDefinition(list(FAMILIES))
tenants = dg.DynamicPartitionsDefinition(name="tenants")
family_by_tenant = dg.MultiPartitionsDefinition({"family": families, "tenant": tenants})
jobs = dg.DynamicPartitionsDefinition(name="jobs")
shortlist = dg.DynamicPartitionsDefinition(name="shortlist")
approved = dg.DynamicPartitionsDefinition(name="approved")
