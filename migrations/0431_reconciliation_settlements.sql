-- What channels pay out to bank accounts, as their files tell it; compared with the statements of the accounts (decision 428).

alter table payments_channel
  add column account_no text,
  add column settles_to_id uuid,
  add column settles text check (settles in ('daily', 'payouts')),
  add foreign key (tenant_id, settles_to_id) references payments_channel (tenant_id, id) on delete set null (settles_to_id),
  add check (settles_to_id is null or settles is not null),
  add check (kind = 'bank' or account_no is null),
  add check (kind in ('wechat', 'alipay') or settles_to_id is null);

create table reconciliation_settlement (
  tenant_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  -- The merchant that is paid out, and the account to which.
  channel_id uuid not null,
  bank_id uuid not null,
  -- The day that is paid out, and the one from which the transfer is expected.
  day date not null,
  due date not null,
  amount_fen bigint not null,
  fees_fen bigint not null,
  count integer not null,
  -- Words that a statement has to name, all of them.
  names text[] not null,
  -- Row of the file that tells it; null for the sum of a day.
  place integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references reconciliation_file (tenant_id, id) on delete cascade
);
create index reconciliation_settlement_bank on reconciliation_settlement (tenant_id, bank_id, due);
create index reconciliation_settlement_file on reconciliation_settlement (tenant_id, file_id);
call wattyard_protect('reconciliation_settlement', 'select, insert, delete');
