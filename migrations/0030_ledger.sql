-- Double entry. A posting is a transfer: one row names the debited and the credited account and one
-- amount, so every row balances by itself and no sum over sides is ever needed.

create table ledger_account (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense', 'suspense')),
  owner_type text not null default 'tenant',
  owner_id text not null default '',
  currency text not null default 'CNY' check (currency ~ '^[A-Z]{3}$'),
  -- The account's whole name as one key. A lookup by its four parts would match several indexes half
  -- way, and without statistics the planner takes the wrong one (measured: 15 times slower).
  address text not null generated always as (owner_type || ':' || owner_id || ':' || code || ':' || currency) stored,
  -- Accounts of one owner keep their sums in the row. An account that every order touches does not:
  -- its row would be a queue. Its sums come from the postings and their roll-up per closed day.
  running boolean not null,
  min_zero boolean not null,
  debits_fen bigint not null default 0 check (debits_fen >= 0),
  credits_fen bigint not null default 0 check (credits_fen >= 0),
  balance_fen bigint not null generated always as
    (case when kind in ('asset', 'expense') then debits_fen - credits_fen else credits_fen - debits_fen end) stored,
  primary key (tenant_id, id),
  unique (tenant_id, address),
  constraint ledger_account_not_below_zero check (not min_zero or balance_fen >= 0),
  constraint ledger_account_floor_needs_sums check (running or not min_zero),
  constraint ledger_account_sums_need_running check (running or (debits_fen = 0 and credits_fen = 0))
) with (fillfactor = 80);
create index ledger_account_code on ledger_account (tenant_id, code, id);
create index ledger_account_kind on ledger_account (tenant_id, kind, id);
create index ledger_account_owner_type on ledger_account (tenant_id, owner_type, id);
-- `for update` asks for the right to update one column; sums are written by the trigger below alone.
call wattyard_protect('ledger_account', 'select, insert, update (version)');

-- What an account is never changes, and it never goes away; only its sums and its bookkeeping move.
create function ledger_account_fixed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'ledger accounts are never removed' using errcode = 'restrict_violation';
  end if;
  if (new.tenant_id, new.id, new.code, new.kind, new.owner_type, new.owner_id, new.currency, new.running, new.min_zero)
     is distinct from
     (old.tenant_id, old.id, old.code, old.kind, old.owner_type, old.owner_id, old.currency, old.running, old.min_zero) then
    raise exception 'what a ledger account is cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on ledger_account for each row execute function ledger_account_fixed();
create trigger never_emptied before truncate on ledger_account for each statement execute function wattyard_append_only();

create table ledger_journal (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  idem_key text not null check (length(idem_key) between 1 and 200),
  request_hash text not null,
  kind text not null,
  source_type text not null,
  source_id text not null,
  currency text not null default 'CNY',
  effective_at timestamptz not null,
  booked_on date not null,
  actor text not null,
  memo text,
  reverses_id uuid,
  line_count smallint not null check (line_count > 0),
  amount_fen bigint not null check (amount_fen > 0),
  primary key (tenant_id, id),
  unique (tenant_id, idem_key),
  foreign key (tenant_id, reverses_id) references ledger_journal (tenant_id, id)
);
create unique index ledger_journal_reverses on ledger_journal (tenant_id, reverses_id) where reverses_id is not null;
create index ledger_journal_source on ledger_journal (tenant_id, source_type, source_id);
create index ledger_journal_booked_on on ledger_journal (tenant_id, booked_on, id);
create index ledger_journal_kind on ledger_journal (tenant_id, kind, id);
-- As above: the right to `version` is the right to lock a row; the trigger refuses every real update.
call wattyard_protect('ledger_journal', 'select, insert, update (version)');
create trigger append_only before update or delete or truncate on ledger_journal for each statement execute function wattyard_append_only();

-- No foreign keys here: they would look up three rows for every posting, one by one. The trigger
-- below proves the same for all new rows at once, and neither accounts nor journals ever go away.
create table ledger_posting (
  tenant_id uuid not null,
  journal_id uuid not null,
  line smallint not null check (line > 0),
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_fen bigint not null check (amount_fen > 0),
  booked_on date not null,
  primary key (tenant_id, journal_id, line),
  check (debit_account_id <> credit_account_id)
);
create index ledger_posting_debit on ledger_posting (tenant_id, debit_account_id, booked_on) include (amount_fen);
create index ledger_posting_credit on ledger_posting (tenant_id, credit_account_id, booked_on) include (amount_fen);
create index ledger_posting_booked_on on ledger_posting (tenant_id, booked_on);
call wattyard_protect('ledger_posting', 'select, insert');
create trigger append_only before update or delete or truncate on ledger_posting for each statement execute function wattyard_append_only();

-- Until which day a tenant's books are closed, and until which day their sums are rolled up.
create table ledger_closed_until (
  tenant_id uuid primary key,
  closed_until date,
  rolled_until date,
  updated_at timestamptz not null default now(),
  check (rolled_until is null or rolled_until <= closed_until)
);
call wattyard_protect('ledger_closed_until');

-- Sums of one account over one closed day; never made for an open day, so never stale.
create table ledger_balance_day (
  tenant_id uuid not null,
  account_id uuid not null,
  day date not null,
  debits_fen bigint not null,
  credits_fen bigint not null,
  primary key (tenant_id, account_id, day)
);
create index ledger_balance_day_day on ledger_balance_day (tenant_id, day);
call wattyard_protect('ledger_balance_day');

-- Everybody who posts for a tenant holds this lock shared until commit; closing takes it alone. So a
-- day closes only between transactions, and posting shares no row.
create function ledger_lock_books(tenants uuid[]) returns table (tenant uuid, closed date) language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(771430, key)
  from (select distinct hashtext(t::text) as key from unnest(tenants) as t order by 1) as keys;
  -- A statement of its own: it sees what was committed while the lock was waited for.
  return query select c.tenant_id, c.closed_until from ledger_closed_until c where c.tenant_id = any(tenants);
end $$;

-- Every new journal has its postings, made by the same statement, and its day is open.
--
-- The statements of the two functions below are planned anew each time (`execute`). Kept plans would be
-- made while the tables are nearly empty, when every index that begins with the tenant looks equally
-- good, and would then walk a tenant's whole day for every journal (measured: a second per batch).
create function ledger_journal_whole() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  culprit uuid;
begin
  perform ledger_lock_books(array(select distinct tenant_id from fresh));
  execute $sql$
    select f.id from fresh f join ledger_closed_until c on c.tenant_id = f.tenant_id where f.booked_on <= c.closed_until limit 1
  $sql$ into culprit;
  if culprit is not null then
    raise exception 'journal % is booked into a closed day', culprit using errcode = 'check_violation', constraint = 'ledger_journal_open_day';
  end if;
  execute $sql$
    select f.id from fresh f
    where not exists (select from ledger_posting p where p.tenant_id = f.tenant_id and p.journal_id = f.id) limit 1
  $sql$ into culprit;
  if culprit is not null then
    raise exception 'journal % came without postings', culprit using errcode = 'check_violation', constraint = 'ledger_journal_whole';
  end if;
  return null;
end $$;
create trigger whole after insert on ledger_journal referencing new table as fresh for each statement execute function ledger_journal_whole();

-- Proves the new postings, all at once, and adds them to the accounts that keep their sums. It runs
-- as the owner: no role of the application has the right to write a balance.
create function ledger_posting_apply() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  culprit uuid;
begin
  execute $sql$
    select f.journal_id from fresh f
    left join ledger_journal j on j.tenant_id = f.tenant_id and j.id = f.journal_id
    left join ledger_account d on d.tenant_id = f.tenant_id and d.id = f.debit_account_id
    left join ledger_account c on c.tenant_id = f.tenant_id and c.id = f.credit_account_id
    where j.id is null or d.id is null or c.id is null
       or d.currency <> j.currency or c.currency <> j.currency or f.booked_on <> j.booked_on
    limit 1
  $sql$ into culprit;
  if culprit is not null then
    raise exception 'journal %: a posting whose journal, account, currency or day does not fit', culprit
      using errcode = 'foreign_key_violation', constraint = 'ledger_posting_fits';
  end if;

  -- All lines of the journal are counted, not only the new ones: nothing can be added later.
  execute $sql$
    select made.id from (
      select j.id, j.line_count, j.amount_fen, count(*) as lines, sum(p.amount_fen) as amount
      from (select distinct tenant_id, journal_id from fresh) f
      join ledger_journal j on j.tenant_id = f.tenant_id and j.id = f.journal_id
      join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
      group by j.tenant_id, j.id
    ) made
    where made.lines <> made.line_count or made.amount <> made.amount_fen limit 1
  $sql$ into culprit;
  if culprit is not null then
    raise exception 'journal % does not have exactly the postings it announces', culprit
      using errcode = 'check_violation', constraint = 'ledger_posting_complete';
  end if;

  execute $sql$
    update ledger_account a
    set debits_fen = a.debits_fen + moved.debits, credits_fen = a.credits_fen + moved.credits, updated_at = now()
    from (
      select tenant_id, account_id, sum(debit)::bigint as debits, sum(credit)::bigint as credits from (
        select tenant_id, debit_account_id as account_id, amount_fen as debit, 0::bigint as credit from fresh
        union all
        select tenant_id, credit_account_id, 0, amount_fen from fresh
      ) as sides group by tenant_id, account_id
    ) as moved
    where a.tenant_id = moved.tenant_id and a.id = moved.account_id and a.running
  $sql$;
  return null;
end $$;
create trigger apply after insert on ledger_posting referencing new table as fresh for each statement execute function ledger_posting_apply();

-- Money set aside for something that is still going on: moved to held accounts, the mix remembered.
-- That the accounts are those of the freezing journal's postings is proved by the verifier.
create table ledger_hold (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'posted', 'voided')),
  source_type text not null,
  source_id text not null,
  principal_account_id uuid not null,
  principal_held_account_id uuid not null,
  gift_account_id uuid not null,
  gift_held_account_id uuid not null,
  principal_fen bigint not null check (principal_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  posted_principal_fen bigint not null default 0,
  posted_gift_fen bigint not null default 0,
  freeze_journal_id uuid not null,
  end_journal_id uuid,
  expires_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, freeze_journal_id),
  foreign key (tenant_id, freeze_journal_id) references ledger_journal (tenant_id, id),
  foreign key (tenant_id, end_journal_id) references ledger_journal (tenant_id, id),
  check (principal_fen + gift_fen > 0),
  constraint ledger_hold_within check (posted_principal_fen between 0 and principal_fen and posted_gift_fen between 0 and gift_fen),
  check ((state = 'open') = (end_journal_id is null)),
  check (state = 'posted' or (posted_principal_fen = 0 and posted_gift_fen = 0))
) with (fillfactor = 80);
create index ledger_hold_source on ledger_hold (tenant_id, source_type, source_id);
create index ledger_hold_open on ledger_hold (tenant_id, expires_at) where state = 'open';
create unique index ledger_hold_end on ledger_hold (tenant_id, end_journal_id) where end_journal_id is not null;
call wattyard_protect('ledger_hold', 'select, insert, update (state, posted_principal_fen, posted_gift_fen, end_journal_id, updated_at)');

-- A hold ends once.
create function ledger_hold_ends_once() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.state <> 'open' or new.state = 'open' then
    raise exception 'hold %: only an open hold ends, once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ends_once before update or delete on ledger_hold for each row execute function ledger_hold_ends_once();
create trigger never_emptied before truncate on ledger_hold for each statement execute function wattyard_append_only();

-- Last word of the verifier on each tenant; closing a day asks for it.
create table ledger_verification (
  tenant_id uuid primary key,
  at timestamptz not null,
  ok boolean not null,
  counted jsonb not null,
  findings jsonb not null
);
call wattyard_protect('ledger_verification');

-- Whether the ledger holds rows at all, whatever the asker may see: a verifier that read nothing must
-- be able to tell an empty ledger from a closed door.
create function ledger_has_rows(tenant uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as
  $$ select exists (select from ledger_journal j where tenant is null or j.tenant_id = tenant)
         or exists (select from ledger_posting p where tenant is null or p.tenant_id = tenant) $$;
