-- What accountants read: sums per account code and closed day, and the lines of one account in their order.

-- Sums of all accounts of a code over one closed day. Derived from ledger_balance_day, which has a row for every member and
-- day: a trial balance of years would add up millions of them.
create table ledger_code_day (
  tenant_id uuid not null,
  day date not null,
  code text not null,
  currency text not null,
  debits_fen bigint not null,
  credits_fen bigint not null,
  primary key (tenant_id, day, code, currency)
);
call wattyard_protect('ledger_code_day');
call wattyard_outlives('ledger_code_day');

insert into ledger_code_day (tenant_id, day, code, currency, debits_fen, credits_fen)
select b.tenant_id, b.day, a.code, a.currency, sum(b.debits_fen), sum(b.credits_fen)
from ledger_balance_day b join ledger_account a on a.tenant_id = b.tenant_id and a.id = b.account_id
group by b.tenant_id, b.day, a.code, a.currency;

-- A statement's page begins behind one of its lines, on an account that may have a hundred thousand of them a day.
drop index ledger_posting_debit;
drop index ledger_posting_credit;
create index ledger_posting_debit on ledger_posting (tenant_id, debit_account_id, booked_on, journal_id, line) include (amount_fen, credit_account_id);
create index ledger_posting_credit on ledger_posting (tenant_id, credit_account_id, booked_on, journal_id, line) include (amount_fen, debit_account_id);

-- What a tenant calls the accounts of a code in its own books: its number there and its name. A code without a row keeps the usual ones.
create table ledger_account_title (
  tenant_id uuid not null,
  code text not null,
  number text check (number ~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$'),
  name text check (length(name) between 1 and 60),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, code),
  check (number is not null or name is not null)
);
call wattyard_protect('ledger_account_title');
call wattyard_outlives('ledger_account_title');
