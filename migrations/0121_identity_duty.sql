-- What people do in an office: each office has its own duties, a person has one of their office's.
create table identity_duty (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  office_id uuid not null,
  -- Operator of the office; limits who may see the duty.
  operator_id uuid,
  code text not null,
  name text not null,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, office_id) references identity_office (tenant_id, id)
);
create unique index identity_duty_office_id_code_key on identity_duty (tenant_id, office_id, code);
create index identity_duty_code_sort on identity_duty (tenant_id, code, id);
create index identity_duty_office on identity_duty (tenant_id, office_id, id);
create index identity_duty_operator on identity_duty (tenant_id, operator_id, id);
create index identity_duty_search on identity_duty using gin (search_text gin_trgm_ops);
call wattyard_protect('identity_duty');

alter table identity_user
  add column duty_id uuid,
  add foreign key (tenant_id, duty_id) references identity_duty (tenant_id, id);
create index identity_user_duty on identity_user (tenant_id, duty_id, id);
