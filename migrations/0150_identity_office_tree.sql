-- Who leads an office and where it is; its place among the offices beside it.
alter table identity_office
  add column head_id uuid,
  add column deputy_ids uuid[] default '{}',
  add column address text,
  add column position integer not null default 0;
-- Until now offices stood in the order of their codes, and so they stay until somebody moves one.
update identity_office o set position = placed.position from (
  select tenant_id, id, row_number() over (partition by tenant_id, parent_id order by code, id) as position from identity_office
) as placed where placed.tenant_id = o.tenant_id and placed.id = o.id;
-- Who leaves the company leads nothing any more.
alter table identity_office
  add foreign key (tenant_id, head_id) references identity_user (tenant_id, id) on delete set null (head_id);
create index identity_office_head on identity_office (tenant_id, head_id, id);
create index identity_office_deputies on identity_office using gin (deputy_ids);
