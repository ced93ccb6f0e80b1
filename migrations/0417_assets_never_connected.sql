-- Piles that never connected are counted and listed by what they report, because the register's word for those of a station under
-- construction is `out`, as for any other that is not in service.
create index assets_pile_reported on assets_pile (tenant_id, reported, id);
