-- Closings and re-openings of accounting days, one chain per tenant. A record is never removed: a day that is
-- opened again gets a record of its own, and a later closing of the same day names the one it replaces.
create table finance_day_close (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  day date not null,
  kind text not null check (kind in ('close', 'reopen')),
  state text not null check (state in ('proposed', 'rejected', 'sealing', 'sealed', 'reopened')),
  -- Place in the tenant's chain; a proposal has none yet.
  seq integer check (seq > 0),
  replaces_id uuid,
  -- Journals after this day, up to `day`, are this record's; null for the first closing.
  since date check (since < day),
  proposed_by text,
  proposed_by_id uuid,
  closed_by text,
  closed_by_id uuid,
  closed_at timestamptz,
  note text,
  -- What stood in the way or was carried, as it was found at that moment.
  gate jsonb not null default '[]',
  carried text[] not null default '{}',
  journals integer not null default 0,
  postings integer not null default 0,
  orders integer not null default 0,
  stations integer not null default 0,
  total_fen bigint not null default 0,
  debits_fen bigint not null default 0,
  credits_fen bigint not null default 0,
  trial_balance jsonb not null default '[]',
  -- Count and Merkle root of each part: journals, orders, bills, trial balance.
  parts jsonb not null default '{}',
  first_journal_id uuid,
  last_journal_id uuid,
  encoding smallint,
  root text,
  previous_root text,
  signature text,
  key_id text,
  sealed_at timestamptz,
  seal_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, replaces_id) references finance_day_close (tenant_id, id),
  check ((seq is null) = (state in ('proposed', 'rejected'))),
  check (state not in ('sealed', 'reopened') or (root is not null and signature is not null and sealed_at is not null))
);
create unique index finance_day_close_chain on finance_day_close (tenant_id, seq) where seq is not null;
-- A day has one closing at a time, proposals included.
create unique index finance_day_close_once on finance_day_close (tenant_id, day) where kind = 'close' and state in ('proposed', 'sealing', 'sealed');
create index finance_day_close_day on finance_day_close (tenant_id, day, id);
create index finance_day_close_created on finance_day_close (tenant_id, created_at, id);
create index finance_day_close_kind on finance_day_close (tenant_id, kind, id);
create index finance_day_close_state on finance_day_close (tenant_id, state, id);
call wattyard_protect('finance_day_close', 'select, insert, update');

-- What a record says never changes once it is sealed; only its state may still say that the day was opened again.
create function finance_day_close_history() returns trigger language plpgsql as $$
declare
  plain constant text[] := array['state', 'version', 'updated_at'];
begin
  if tg_op <> 'UPDATE' then
    raise exception 'records of closed days are never removed' using errcode = 'restrict_violation';
  end if;
  if not (old.state = new.state
    or (old.state = 'proposed' and new.state in ('rejected', 'sealing'))
    or (old.state = 'sealing' and new.state = 'sealed')
    or (old.state = 'sealed' and new.state = 'reopened' and old.kind = 'close')) then
    raise exception 'a closing does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.state in ('sealed', 'reopened', 'rejected') and (to_jsonb(new) - plain) is distinct from (to_jsonb(old) - plain) then
    raise exception 'a sealed closing cannot be changed' using errcode = 'restrict_violation';
  end if;
  if (new.tenant_id, new.id, new.day, new.kind) is distinct from (old.tenant_id, old.id, old.day, old.kind) then
    raise exception 'a closing keeps its day' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger history before update or delete on finance_day_close for each row execute function finance_day_close_history();
create trigger never_emptied before truncate on finance_day_close for each statement execute function wattyard_append_only();

-- Daily bills as they were when their day was closed. Bills of open days are made from the orders when they are read.
create table finance_daily_bill (
  tenant_id uuid not null,
  close_id uuid not null,
  day date not null,
  station_id uuid not null,
  operator_id uuid not null,
  orders integer not null check (orders >= 0),
  energy_j bigint not null,
  energy_f bigint not null,
  energy_p bigint not null,
  energy_g bigint not null,
  energy_s bigint not null,
  electricity_fen bigint not null,
  service_fen bigint not null,
  discount_fen bigint not null,
  total_fen bigint not null,
  paid_principal_fen bigint not null,
  paid_gift_fen bigint not null,
  receivable_fen bigint not null,
  refunded_fen bigint not null,
  abnormal_open integer not null,
  primary key (tenant_id, close_id, day, station_id),
  foreign key (tenant_id, close_id) references finance_day_close (tenant_id, id),
  check (total_fen = electricity_fen + service_fen - discount_fen),
  check (total_fen = paid_principal_fen + paid_gift_fen + receivable_fen)
);
create index finance_daily_bill_day on finance_daily_bill (tenant_id, day, station_id);
call wattyard_protect('finance_daily_bill', 'select, insert');
create trigger append_only before update or delete or truncate on finance_daily_bill for each statement execute function wattyard_append_only();
