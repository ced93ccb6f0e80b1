-- Notices to the people who work here. A text is data with a small form of its own, no HTML.
create table notifications_notice (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  title text not null,
  title_en text,
  title_es text,
  body jsonb not null,
  body_en jsonb,
  body_es jsonb,
  starts_at timestamptz,
  ends_at timestamptz,
  role_ids uuid[],
  office_ids uuid[],
  is_pinned boolean not null,
  must_confirm boolean not null,
  state text not null check (state in ('draft', 'scheduled', 'published', 'ended', 'withdrawn')),
  published_at timestamptz,
  published_by text,
  reminded_at timestamptz,
  primary key (tenant_id, id)
);
call wattyard_protect('notifications_notice');
create index notifications_notice_created_at on notifications_notice (tenant_id, created_at, id);
create index notifications_notice_starts_at on notifications_notice (tenant_id, starts_at, id);
create index notifications_notice_title on notifications_notice (tenant_id, title, id);
create index notifications_notice_title_trgm on notifications_notice using gin (title gin_trgm_ops);
create index notifications_notice_state on notifications_notice (tenant_id, state, id);
create index notifications_notice_is_pinned on notifications_notice (tenant_id, is_pinned, id);
create index notifications_notice_must_confirm on notifications_notice (tenant_id, must_confirm, id);
create index notifications_notice_search on notifications_notice using gin (search_text gin_trgm_ops);
create index notifications_notice_turn on notifications_notice (state, starts_at, ends_at) where state in ('scheduled', 'published');

-- Who has read a notice, and who says so.
create table notifications_notice_read (
  tenant_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (tenant_id, notice_id, user_id),
  foreign key (tenant_id, notice_id) references notifications_notice (tenant_id, id) on delete cascade
);
call wattyard_protect('notifications_notice_read');
