-- The quick search finds an order by the last four characters of its card (decision 409), by the test that the search asks with: shorter
-- cards show none of their characters. A card is written once, with the order, so that updates stay on their page (HOT).
create index charging_order_tag_end on charging_order (tenant_id, "right"(tag, 4)) where length(tag) >= 8;

-- Below row security the planner looks up only by leakproof functions (decision 2). right() has no error that could tell a value.
do $$
begin
  alter function pg_catalog."right"(text, integer) leakproof;
exception when insufficient_privilege then
  raise notice 'cards are not looked up by their end: only a superuser may mark right() as leakproof';
end $$;
