-- What every posting costs, measured under load: the proofs of new postings read the same journals three times, an index
-- on the day was written for every line although lines come in the order of their days, and a function was called for
-- every hold that ended as it should. The rules are the same.

-- Lines of one day lie together: the ranges of pages tell where, at next to no cost per line.
drop index ledger_posting_booked_on;
create index ledger_posting_booked_on on ledger_posting using brin (booked_on) with (pages_per_range = 32, autosummarize = on);

-- One pass over the new lines by journal, one by account. That a journal has exactly its lines follows from their
-- number, their sum, and no line number beyond the announced ones: whoever came later would need a number that is taken.
create or replace function ledger_posting_apply() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  culprit uuid;
  missing boolean;
begin
  execute $sql$
    select m.journal_id, j.id is null or m.first_day <> j.booked_on or m.last_day <> j.booked_on
    from (
      select tenant_id, journal_id, count(*) as lines, sum(amount_fen) as amount, max(line) as last_line,
        min(booked_on) as first_day, max(booked_on) as last_day
      from fresh group by tenant_id, journal_id
    ) as m
    left join ledger_journal j on j.tenant_id = m.tenant_id and j.id = m.journal_id
    where j.id is null or m.first_day <> j.booked_on or m.last_day <> j.booked_on
      or m.lines <> j.line_count or m.amount <> j.amount_fen or m.last_line > j.line_count
    limit 1
  $sql$ into culprit, missing;
  if culprit is not null and missing then
    raise exception 'journal %: a posting whose journal, account, currency or day does not fit', culprit
      using errcode = 'foreign_key_violation', constraint = 'ledger_posting_fits';
  elsif culprit is not null then
    raise exception 'journal % does not have exactly the postings it announces', culprit
      using errcode = 'check_violation', constraint = 'ledger_posting_complete';
  end if;

  execute $sql$
    select s.journal_id from (
      select f.tenant_id, f.account_id, j.currency, min(f.journal_id::text)::uuid as journal_id
      from (
        select tenant_id, journal_id, debit_account_id as account_id from fresh
        union all
        select tenant_id, journal_id, credit_account_id from fresh
      ) as f join ledger_journal j on j.tenant_id = f.tenant_id and j.id = f.journal_id
      group by f.tenant_id, f.account_id, j.currency
    ) as s
    left join ledger_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    where a.id is null or a.currency <> s.currency
    limit 1
  $sql$ into culprit;
  if culprit is not null then
    raise exception 'journal %: a posting whose journal, account, currency or day does not fit', culprit
      using errcode = 'foreign_key_violation', constraint = 'ledger_posting_fits';
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

drop trigger ends_once on ledger_hold;
create trigger ends_once before update on ledger_hold for each row
  when (old.state <> 'open' or new.state = 'open') execute function ledger_hold_ends_once();
create trigger never_removed before delete on ledger_hold for each row execute function ledger_hold_ends_once();
