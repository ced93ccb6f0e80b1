-- Links that open one sheet without signing in. Of the secret in a link only its hash is here, so that neither a backup nor a
-- look at the table opens anything.
create table platform_share_link (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Whose rights a reader of the link has, as they are when it is opened.
  maker_id uuid not null,
  maker_name text not null,
  resource text not null,
  kind text not null,
  record_id text not null check (length(record_id) between 1 and 60),
  -- What the sheet was called when the link was made.
  title text not null,
  -- Where its record lies, as far as it names a place: who sees only a part of the tenant sees the links of that part.
  operator_id uuid,
  station_id uuid,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  openings integer not null default 0 check (openings >= 0),
  last_opened_at timestamptz,
  primary key (tenant_id, id),
  check (expires_at > created_at)
);
create index platform_share_link_record on platform_share_link (tenant_id, resource, record_id);
create index platform_share_link_end on platform_share_link (tenant_id, expires_at);
call wattyard_protect('platform_share_link');
