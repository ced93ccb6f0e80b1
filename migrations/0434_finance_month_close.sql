-- A month is closed after all its days. From then on none of its days is opened again: what comes late is booked to an open day.

create table finance_month_close (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state text not null check (state in ('proposed', 'rejected', 'closed')),
  proposed_by text,
  proposed_by_id uuid,
  closed_by text,
  closed_by_id uuid,
  closed_at timestamptz,
  note text,
  -- What stood in the way or was carried, as it was found at that moment.
  gate jsonb not null default '[]',
  carried text[] not null default '{}',
  -- Opening, movements and closing of every account code over the month; fen as text.
  trial_balance jsonb not null default '[]',
  debits_fen bigint not null default 0,
  credits_fen bigint not null default 0,
  -- Root of the closing of the month's last day, and of the month before: neither can change without the other.
  last_day_root text,
  previous_root text,
  root text,
  signature text,
  key_id text,
  primary key (tenant_id, id),
  check (state <> 'closed' or (root is not null and signature is not null and closed_at is not null and last_day_root is not null))
);
-- A month has one closing, proposals included.
create unique index finance_month_close_once on finance_month_close (tenant_id, month) where state in ('proposed', 'closed');
create index finance_month_close_month on finance_month_close (tenant_id, month, id);
create index finance_month_close_state on finance_month_close (tenant_id, state, id);
create index finance_month_close_created on finance_month_close (tenant_id, created_at, id);
call wattyard_protect('finance_month_close', 'select, insert, update');
call wattyard_outlives('finance_month_close');

create function finance_month_close_history() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'records of closed months are never removed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'proposed' then
    raise exception 'a closed month cannot be changed' using errcode = 'restrict_violation';
  end if;
  if (new.tenant_id, new.id, new.month) is distinct from (old.tenant_id, old.id, old.month) then
    raise exception 'a closing keeps its month' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger history before update or delete on finance_month_close for each row execute function finance_month_close_history();
create trigger never_emptied before truncate on finance_month_close for each statement execute function wattyard_append_only();

-- Who closes days closes months; who looks at closings looks at both.
update identity_role set permissions = permissions || array['finance.monthClose:read', 'finance.monthClose:export'], version = version + 1, updated_at = now()
where 'finance.dayClose:read' = any(permissions) and not 'finance.monthClose:read' = any(permissions);
update identity_role set permissions = permissions || array['finance.monthClose:close', 'finance.monthClose:approve', 'finance.monthClose:reject'],
  version = version + 1, updated_at = now()
where 'finance.dayClose:close' = any(permissions) and not 'finance.monthClose:close' = any(permissions);

-- Who closes the days of a company writes its books.
update identity_role set permissions = permissions || array['ledger.account:setTitle'], version = version + 1, updated_at = now()
where 'finance.dayClose:close' = any(permissions) and not 'ledger.account:setTitle' = any(permissions);
