-- A part that succeeded after its money had gone another way, or had waited for a person: what was there of the money, and what became of it.
create table payments_refund_late (
  tenant_id uuid not null,
  part_id uuid not null,
  created_at timestamptz not null default now(),
  -- Its state until then.
  was text not null check (was in ('failed', 'replaced', 'dropped', 'givenBack')),
  -- Whether it was paid out of what had been meant for it; otherwise the money left twice, and the member pays.
  is_covered boolean not null,
  -- The part that had taken its place: made needless where it covered this one.
  heir_id uuid,
  -- Out of the wallet, and owed because it was not there.
  taken_fen bigint not null check (taken_fen >= 0),
  owed_fen bigint not null check (owed_fen >= 0),
  -- The lot that remembers so much of what was taken: the one as which the money had come back, or the one that had given it.
  lot_id uuid,
  of_lot_fen bigint not null check (of_lot_fen between 0 and taken_fen),
  -- The journal by which the money had gone back to the wallet.
  returned_journal_id uuid,
  primary key (tenant_id, part_id),
  unique (tenant_id, returned_journal_id),
  foreign key (tenant_id, part_id) references payments_refund_part (tenant_id, id),
  foreign key (tenant_id, heir_id) references payments_refund_part (tenant_id, id),
  foreign key (tenant_id, lot_id) references payments_lot (tenant_id, id),
  check (not is_covered or taken_fen + owed_fen = 0),
  check (is_covered or was <> 'failed'),
  check (is_covered = (lot_id is null)),
  check ((was = 'givenBack') = (returned_journal_id is not null))
);
create index payments_refund_late_lot on payments_refund_late (tenant_id, lot_id);
call wattyard_protect('payments_refund_late', 'select, insert');
call wattyard_outlives('payments_refund_late');

-- What was refunded keeps everything, but a part whose money went another way may be told to have succeeded after all: that is a fact.
create function payments_part_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'state', 'channel_id', 'receipt', 'receipt_key', 'paid_at', 'booked_on', 'actor', 'reason',
    'journal_id', 'search_text'];
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception '% is never removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or old.state = 'done' and (to_jsonb(new) - 'version' - 'updated_at') is distinct from (to_jsonb(old) - 'version' - 'updated_at')
    or old.state in ('replaced', 'dropped', 'givenBack') and new.state <> 'done'
      and (to_jsonb(new) - 'version' - 'updated_at') is distinct from (to_jsonb(old) - 'version' - 'updated_at') then
    raise exception 'what was refunded cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger fixed on payments_refund_part;
create trigger fixed before update or delete on payments_refund_part for each row execute function payments_part_fixed();

-- The state of a refund follows its parts, also after its end.
create or replace function payments_refund_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'state'] || tg_argv;
  closed_columns constant text[] := case when old.state in ('partlyDone', 'givenBack') and new.state in ('partlyDone', 'done')
    then array['version', 'updated_at', 'state'] else array['version', 'updated_at'] end;
  ends constant text[] := array['rejected', 'withdrawn', 'partlyDone', 'givenBack', 'done'];
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception '% is never removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or old.state = any(ends) and (to_jsonb(new) - closed_columns) is distinct from (to_jsonb(old) - closed_columns) then
    raise exception 'what was refunded cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A part that ended after it was sent is asked about again, in case its channel carries it out after all; also those that ended before this release.
alter table payments_refund_sending drop constraint payments_refund_sending_ladder_check,
  add constraint payments_refund_sending_ladder_check check (ladder in ('again', 'refundPart', 'abnormalPart', 'endedPart'));
update payments_refund_sending s set task = 'ask', ladder = 'endedPart', asked = 1, due_at = now(), claim = null, version = s.version + 1, updated_at = now()
from payments_refund_part p
where p.tenant_id = s.tenant_id and p.id = s.part_id and s.task is null and s.sent_at is not null and p.state in ('failed', 'replaced', 'dropped', 'givenBack');
-- Nobody asks for a company that is gone.
grant select, update (task, due_at) on payments_refund_sending to wattyard_eraser;
