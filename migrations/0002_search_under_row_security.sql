-- Under row-level security PostgreSQL uses an index for a condition only when its function is marked
-- leakproof: else it might tell about rows of another tenant, by an error text for instance. LIKE,
-- ILIKE and && are not marked, so quick search and tag filters read every row of the table. None of
-- the three puts what it reads into an error, and a tenant's SQL is ours alone. Only a superuser may
-- mark them; on a server where we are none, search stays right and is slower.
do $$
begin
  alter function pg_catalog.textlike(text, text) leakproof;
  alter function pg_catalog.texticlike(text, text) leakproof;
  alter function pg_catalog.arrayoverlap(anyarray, anyarray) leakproof;
exception when insufficient_privilege then
  raise notice 'search cannot use its indexes: only a superuser may mark LIKE as leakproof';
end $$;
