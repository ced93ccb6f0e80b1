-- Files of channels, what comparisons of them with our records and the books came to, and how people ended it (decision 423).

create table reconciliation_file (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel_id uuid not null,
  format text check (format in ('wechat-trade', 'wechat-funds', 'alipay-trade', 'mt940', 'camt053')),
  day date,
  content_file_id uuid not null,
  name text not null,
  state text not null default 'received' check (state in ('received', 'sound', 'faulty', 'withdrawn')),
  fault text,
  first_day date,
  last_day date,
  rows integer,
  unread integer,
  income_fen bigint,
  expense_fen bigint,
  fees_fen bigint,
  merchant text,
  digest text,
  -- Of whoever read it: raised whenever the same bytes would give other rows.
  parser_version integer,
  actor text not null,
  -- The person who sent it; null where the product fetched it.
  actor_id uuid,
  reason text,
  primary key (tenant_id, id),
  check ((state = 'faulty') = (fault is not null)),
  check (state not in ('sound', 'withdrawn') or digest is not null),
  check ((first_day is null) = (last_day is null) and first_day <= last_day)
);
create index reconciliation_file_created_at on reconciliation_file (tenant_id, created_at, id);
create index reconciliation_file_first_day on reconciliation_file (tenant_id, first_day, id);
create index reconciliation_file_rows on reconciliation_file (tenant_id, rows, id);
create index reconciliation_file_channel_id on reconciliation_file (tenant_id, channel_id, id);
create index reconciliation_file_format on reconciliation_file (tenant_id, format, id);
create index reconciliation_file_state on reconciliation_file (tenant_id, state, id);
create index reconciliation_file_waiting on reconciliation_file (created_at) where state = 'received';
-- The same bytes are compared once; bills of two days without rows are the same.
create unique index reconciliation_file_digest on reconciliation_file (tenant_id, channel_id, digest, first_day) where state = 'sound';
call wattyard_protect('reconciliation_file');

create table reconciliation_finding (
  tenant_id uuid not null,
  file_id uuid not null,
  place integer not null,
  line integer not null,
  code text not null,
  column_name text,
  value text not null,
  primary key (tenant_id, file_id, place),
  foreign key (tenant_id, file_id) references reconciliation_file (tenant_id, id) on delete cascade
);
call wattyard_protect('reconciliation_finding', 'select, insert, delete');

create table reconciliation_row (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  file_id uuid not null,
  place integer not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'fee', 'other')),
  number text,
  channel_no text,
  amount_fen bigint not null,
  fee_fen bigint,
  currency text not null,
  at timestamptz,
  day date not null,
  state text not null check (state in ('done', 'pending', 'void')),
  undoes boolean not null,
  party text,
  text text,
  primary key (tenant_id, id),
  unique (tenant_id, file_id, place),
  foreign key (tenant_id, file_id) references reconciliation_file (tenant_id, id) on delete cascade
);
create index reconciliation_row_place on reconciliation_row (tenant_id, place, id);
create index reconciliation_row_file_id on reconciliation_row (tenant_id, file_id, id);
create index reconciliation_row_kind on reconciliation_row (tenant_id, kind, id);
create index reconciliation_row_number on reconciliation_row (tenant_id, number, id);
create index reconciliation_row_channel_no on reconciliation_row (tenant_id, channel_no, id);
call wattyard_protect('reconciliation_row');

create table reconciliation_run (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel_id uuid not null,
  first_day date not null,
  last_day date not null,
  matched integer not null,
  waiting integer not null,
  differences integer not null,
  surplus_fen bigint not null,
  shortage_fen bigint not null,
  flooded boolean not null,
  added integer not null,
  removed integer not null,
  answer text not null,
  actor text not null,
  primary key (tenant_id, id)
);
create index reconciliation_run_created_at on reconciliation_run (tenant_id, created_at, id);
create index reconciliation_run_channel_id on reconciliation_run (tenant_id, channel_id, id);
create index reconciliation_run_first_day on reconciliation_run (tenant_id, first_day, id);
call wattyard_protect('reconciliation_run', 'select, insert, delete');

-- Days of a channel: what is due to be compared, and when it was.
create table reconciliation_day (
  tenant_id uuid not null,
  channel_id uuid not null,
  day date not null,
  is_due boolean not null,
  asked_by text not null,
  asker_id uuid,
  compared_at timestamptz,
  run_id uuid,
  matched integer not null default 0,
  primary key (tenant_id, channel_id, day)
);
create index reconciliation_day_due on reconciliation_day (tenant_id, channel_id, day) where is_due;
call wattyard_protect('reconciliation_day');

create table reconciliation_outcome (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel_id uuid not null,
  run_id uuid not null,
  -- Names it by all that it says: a run that tells the same again changes nothing. What people make is like nothing else.
  mark text not null default replace(gen_random_uuid()::text, '-', ''),
  day date not null,
  standing text not null check (standing in ('matched', 'waiting', 'difference', 'idle')),
  result text not null check (result in ('even', 'surplus', 'shortage', 'amount', 'timing')),
  kind text not null,
  pass text check (pass in ('number', 'channelNo', 'sum')),
  key text not null,
  amount_fen bigint,
  booked_fen bigint,
  told_fen bigint,
  delta_fen bigint not null,
  -- Whether its items are of several days.
  is_across boolean not null,
  -- Of what a person put together: the days of its parts, which tell them anew when it is taken apart.
  days date[] not null default '{}',
  owner_id uuid,
  note text,
  ending text check (ending in ('matched', 'booked', 'explained')),
  account text,
  reason text,
  journal_id uuid,
  ended_by text,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, mark),
  check ((ending is null) = (ended_by is null) and (ending is null) = (ended_at is null) and (ending is null) = (reason is null)),
  check (ending is null or standing = 'matched'),
  check ((ending = 'booked') is true = (journal_id is not null) and (journal_id is null) = (account is null))
);
create index reconciliation_outcome_day on reconciliation_outcome (tenant_id, day, id);
create index reconciliation_outcome_delta_fen on reconciliation_outcome (tenant_id, delta_fen, id);
create index reconciliation_outcome_channel_id on reconciliation_outcome (tenant_id, channel_id, id);
create index reconciliation_outcome_standing on reconciliation_outcome (tenant_id, standing, id);
create index reconciliation_outcome_result on reconciliation_outcome (tenant_id, result, id);
create index reconciliation_outcome_kind on reconciliation_outcome (tenant_id, kind, id);
create index reconciliation_outcome_owner_id on reconciliation_outcome (tenant_id, owner_id, id);
create index reconciliation_outcome_key on reconciliation_outcome (tenant_id, key text_pattern_ops);
create index reconciliation_outcome_open on reconciliation_outcome (tenant_id, channel_id, day) where standing in ('waiting', 'difference');
create index reconciliation_outcome_beside on reconciliation_outcome (tenant_id, channel_id, day) where is_across or ending is not null;
create index reconciliation_outcome_of_day on reconciliation_outcome (tenant_id, channel_id, day) include (mark);
call wattyard_protect('reconciliation_outcome');

-- Each item of ours, of the books and of a channel is in one outcome, and the database sees to it.
create table reconciliation_item (
  tenant_id uuid not null,
  channel_id uuid not null,
  side text not null check (side in ('order', 'ledger', 'channel')),
  -- Id of a payment or of a part of a refund; of a journal with the number of its line; of a row.
  item_id text not null,
  outcome_id uuid not null,
  primary key (tenant_id, channel_id, side, item_id),
  foreign key (tenant_id, outcome_id) references reconciliation_outcome (tenant_id, id) on delete cascade
);
create index reconciliation_item_outcome on reconciliation_item (tenant_id, outcome_id);
call wattyard_protect('reconciliation_item');

-- Items that may be one movement: a person decides.
create table reconciliation_proposal (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  first_day date not null,
  last_day date not null,
  by text not null check (by in ('channelNo', 'sum', 'score')),
  score integer not null check (score between 0 and 1000),
  signals text[] not null,
  orders uuid[] not null,
  channel_rows uuid[] not null,
  primary key (tenant_id, id)
);
create index reconciliation_proposal_channel on reconciliation_proposal (tenant_id, channel_id);
call wattyard_protect('reconciliation_proposal', 'select, insert, delete');

-- A file keeps what it told. What was found in it is read once.
create function reconciliation_file_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'state', 'reason'];
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if old.channel_id <> new.channel_id or old.content_file_id <> new.content_file_id
    or old.state <> 'received' and (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or old.state = 'withdrawn' or old.state = 'faulty' or old.state = 'sound' and new.state not in ('sound', 'withdrawn') then
    raise exception 'a file that was read cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update on reconciliation_file for each row execute function reconciliation_file_fixed();

-- Reading follows the files of channels; whoever may pay out and look into the books compares them.
update identity_role set permissions = permissions || array['reconciliation.file:read', 'reconciliation.file:export', 'reconciliation.row:read', 'reconciliation.row:export',
  'reconciliation.run:read', 'reconciliation.run:export', 'reconciliation.outcome:read', 'reconciliation.outcome:export'], version = version + 1, updated_at = now()
where permissions @> array['ledger.journal:read'] and not 'reconciliation.outcome:read' = any(permissions);
update identity_role set permissions = permissions || array['reconciliation.file:create', 'reconciliation.file:fetch', 'reconciliation.file:delete', 'reconciliation.file:withdraw', 'reconciliation.run:compare',
  'reconciliation.outcome:assign', 'reconciliation.outcome:annotate', 'reconciliation.outcome:match', 'reconciliation.outcome:remedy', 'reconciliation.outcome:reopen'],
  version = version + 1, updated_at = now()
where permissions @> array['payments.refundPart:payOut', 'ledger.journal:read'] and not 'reconciliation.run:compare' = any(permissions);
