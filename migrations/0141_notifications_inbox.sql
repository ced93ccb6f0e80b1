-- Kinds carry the name of the module that declares them.
update notifications_message set kind = case kind
  when 'approvalAsked' then 'platform.approvalAsked'
  when 'approvalDecided' then 'platform.approvalDecided'
  when 'accountAsked' then 'identity.accountAsked'
  when 'booksWrong' then 'ledger.booksWrong'
  else kind end;
-- Words of other modules are named as such among the parts.
update notifications_message set params = params || jsonb_build_object('command', jsonb_build_object('word', params ->> 'command'))
where jsonb_typeof(params -> 'command') = 'string';
update notifications_message
set params = params || jsonb_build_object('outcome', jsonb_build_object('word', 'platform.approval.stateValue.' || (params ->> 'outcome')))
where jsonb_typeof(params -> 'outcome') = 'string';

alter table notifications_message
  add column severity text not null default 'notice' check (severity in ('info', 'notice', 'warning', 'critical')),
  -- When the latest piece of its news came; what is gathered comes to the top again.
  add column latest_at timestamptz,
  -- How many pieces of news it gathers, what each is about, and the names of the first of them.
  add column count integer not null default 1 check (count > 0),
  add column abouts text[] not null default '{}',
  add column subjects text[] not null default '{}',
  add column archived_at timestamptz,
  -- What its parts say, lower case.
  add column search_text text not null default '',
  -- Who wrote it, when a person did.
  add column from_id uuid;
update notifications_message set latest_at = created_at,
  search_text = lower(coalesce(params ->> 'subject', '') || ' ' || coalesce(params ->> 'name', '') || ' ' || coalesce(params ->> 'login', ''));
alter table notifications_message alter column latest_at set not null;
drop index notifications_message_newest;
create index notifications_message_latest on notifications_message (tenant_id, user_id, latest_at desc, id desc);
-- Unread is counted in the inbox alone.
drop index notifications_message_unread;
create index notifications_message_unread on notifications_message (tenant_id, user_id) where read_at is null and archived_at is null;
create index notifications_message_sender on notifications_message (tenant_id, from_id, created_at) where from_id is not null;

-- Who gets a kind of message, by which ways and when.
create table notifications_rule (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  kind text not null,
  channels text[] not null,
  role_ids uuid[],
  office_ids uuid[],
  duty_ids uuid[],
  person_ids uuid[],
  min_severity text not null,
  quiet_from text,
  quiet_to text,
  compulsory boolean not null,
  active boolean not null,
  primary key (tenant_id, id)
);
call wattyard_protect('notifications_rule');
create index notifications_rule_kind on notifications_rule (tenant_id, kind, id);
create index notifications_rule_active on notifications_rule (tenant_id, active, id);
create index notifications_rule_compulsory on notifications_rule (tenant_id, compulsory, id);

-- What people say for themselves: ways that are off by kind, and their quiet hours.
create table notifications_preference (
  tenant_id uuid not null,
  user_id uuid not null,
  off jsonb not null default '{}',
  quiet_from text,
  quiet_to text,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id)
);
call wattyard_protect('notifications_preference');
