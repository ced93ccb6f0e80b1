-- A running chain over the books that does not wait for a day to be closed: every few seconds the journals that came since,
-- with their postings, the identity of their accounts and the settled orders they belong to, become one signed entry that
-- names the one before. It is written beside the hot path; what it cannot see is the last few seconds.
create table finance_anchor (
  tenant_id uuid not null,
  seq integer not null check (seq > 0),
  at timestamptz not null,
  -- Journals of the entry in the order of their leaves, and the greatest id that was anchored so far.
  journal_ids uuid[] not null check (cardinality(journal_ids) > 0),
  up_to uuid not null,
  encoding smallint not null,
  root text not null,
  previous text,
  hash text not null,
  signature text not null,
  key_id text not null,
  primary key (tenant_id, seq),
  check ((seq = 1) = (previous is null))
);
create index finance_anchor_up_to on finance_anchor (tenant_id, up_to);
call wattyard_protect('finance_anchor', 'select, insert');
call wattyard_outlives('finance_anchor');
create trigger append_only before update or delete or truncate on finance_anchor for each statement execute function wattyard_append_only();
