-- Month of manufacture as the nameplate of a pile says it, YYYY-MM.
alter table assets_pile add column manufactured_in text check (manufactured_in ~ '^[0-9]{4}-(0[1-9]|1[0-2])$');
create index assets_pile_manufactured_in on assets_pile (tenant_id, manufactured_in, id);
