-- Files that people attach to records. Their bytes are rows like everything else of a tenant: backups, exports and deletions
-- have them by themselves.
create table kernel_file (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  -- When something was last received: what nobody continues is cleared.
  touched_at timestamptz not null default now(),
  state text not null check (state in ('sending', 'ready', 'removed')),
  name text not null check (length(name) between 1 and 120),
  -- By content, once the file is whole.
  type text,
  -- Announced while it is being sent, stored afterwards.
  bytes integer not null check (bytes between 1 and 20971520),
  thumbnail_bytes integer not null default 0 check (thumbnail_bytes >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer check (width > 0),
  height integer check (height > 0),
  -- Null for what people no longer here or the product itself sent.
  sent_by uuid,
  -- What the sender's browser knows the content by, to continue after a break.
  mark text check (length(mark) between 1 and 100),
  -- The field it was sent for, and the record that holds it; null until one does.
  resource text not null,
  field text not null,
  record_id uuid,
  primary key (tenant_id, id),
  check (state <> 'ready' or (type is not null and sha256 is not null))
);
create index kernel_file_record on kernel_file (tenant_id, record_id) where record_id is not null;
create index kernel_file_waiting on kernel_file (tenant_id, touched_at) where record_id is null;
call wattyard_protect('kernel_file');

-- Small parts: an export of a tenant takes a thousand rows at once.
create table kernel_file_part (
  tenant_id uuid not null,
  file_id uuid not null,
  form text not null check (form in ('whole', 'thumbnail')),
  part integer not null check (part >= 0),
  content bytea not null check (octet_length(content) between 1 and 32768),
  primary key (tenant_id, file_id, form, part),
  foreign key (tenant_id, file_id) references kernel_file (tenant_id, id) on delete cascade
);
-- What is packed already gains nothing from being packed again.
alter table kernel_file_part alter column content set storage external;
call wattyard_protect('kernel_file_part');
