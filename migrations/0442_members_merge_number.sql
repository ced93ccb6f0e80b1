-- What a merge is called wherever its journal names it: the numbers of both accounts.
alter table members_merge add column number text not null default '';
update members_merge m set number = f.code || ' → ' || i.code from members_member f, members_member i
where f.tenant_id = m.tenant_id and f.id = m.from_id and i.tenant_id = m.tenant_id and i.id = m.into_id;
create index members_merge_created_at on members_merge (tenant_id, created_at, id);
create index members_merge_from on members_merge (tenant_id, from_id, id);
create index members_merge_into on members_merge (tenant_id, into_id, id);
