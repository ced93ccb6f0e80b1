-- Files of a notice. Their bytes are rows like everything else of a tenant: backups, exports and deletions have them by themselves.
create table notifications_notice_file (
  tenant_id uuid not null,
  id uuid not null,
  notice_id uuid not null,
  created_at timestamptz not null default now(),
  name text not null check (length(name) between 1 and 120),
  kind text not null,
  bytes integer not null check (bytes between 1 and 20971520),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  added_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, notice_id, sha256),
  foreign key (tenant_id, notice_id) references notifications_notice (tenant_id, id) on delete cascade
);
call wattyard_protect('notifications_notice_file', 'select, insert, delete');

-- Small parts: an export of a tenant takes a thousand rows at once.
create table notifications_notice_file_part (
  tenant_id uuid not null,
  file_id uuid not null,
  part integer not null,
  content bytea not null check (octet_length(content) between 1 and 32768),
  primary key (tenant_id, file_id, part),
  foreign key (tenant_id, file_id) references notifications_notice_file (tenant_id, id) on delete cascade
);
-- What is packed already gains nothing from being packed again.
alter table notifications_notice_file_part alter column content set storage external;
call wattyard_protect('notifications_notice_file_part', 'select, insert, delete');
