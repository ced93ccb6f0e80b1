-- Members and the tags they charge with. Their money is in the ledger, under owner_type 'member'.

create table members_member (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  phone text,
  status text not null default 'active' check (status in ('active', 'blocked')),
  blocked_reason text,
  origin text not null default 'staff' check (origin in ('app', 'card', 'staff', 'partner')),
  mix text not null default 'gift-first' check (mix in ('gift-first', 'principal-first', 'proportional')),
  credit_limit_fen bigint not null default 0 check (credit_limit_fen >= 0),
  note text,
  search_text text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create unique index members_member_phone on members_member (tenant_id, phone) where phone is not null;
create index members_member_status on members_member (tenant_id, status, id);
create index members_member_origin on members_member (tenant_id, origin, id);
create index members_member_created on members_member (tenant_id, created_at, id);
create index members_member_name on members_member using gin (name gin_trgm_ops);
create index members_member_code on members_member using gin (code gin_trgm_ops);
create index members_member_search on members_member using gin (search_text gin_trgm_ops);
call wattyard_protect('members_member');

create table members_tag (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Upper case: OCPP compares identifiers without regard to case.
  tag text not null check (tag = upper(tag) and length(tag) between 1 and 36),
  kind text not null check (kind in ('rfid', 'app', 'vin')),
  status text not null default 'active' check (status in ('active', 'blocked', 'lost')),
  member_id uuid not null,
  expires_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, tag),
  foreign key (tenant_id, member_id) references members_member (tenant_id, id)
);
create index members_tag_member on members_tag (tenant_id, member_id, id);
create index members_tag_status on members_tag (tenant_id, status, id);
create index members_tag_kind on members_tag (tenant_id, kind, id);
create index members_tag_created on members_tag (tenant_id, created_at, id);
create index members_tag_text on members_tag using gin (tag gin_trgm_ops);
call wattyard_protect('members_tag');
