-- Differences tell whom the money came from or went to, and what for. Those that are there already get it with the next comparison of
-- their day; what agreed by itself has none. A company's name is public, a person's is masked: they stand apart.
alter table reconciliation_outcome add column company text, add column party text, add column text text;
-- Searched by parts: of millions of outcomes few tell anybody.
create index reconciliation_outcome_who on reconciliation_outcome (tenant_id, day, id)
  where company is not null or party is not null or text is not null;
create index reconciliation_outcome_party on reconciliation_outcome (tenant_id, party) where party is not null;
