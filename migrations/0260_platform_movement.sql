-- What people moved by money commands on their own word alone. Limits add up over these rows: many small commands weigh what
-- they come to, for the person who gave them and for the member whose money it was.
create table platform_movement (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  person_id uuid not null,
  -- Whose money it was; null when it was nobody's.
  party text,
  -- Whether the operator gave it up or somebody was charged with it: the two never add up.
  side text not null check (side in ('gives', 'takes')),
  resource text not null,
  command text not null,
  record text not null,
  counted_fen bigint not null check (counted_fen >= 0),
  -- What it was weighed as by itself, and the limit it stayed below: how close it came is looked at.
  weighed_fen bigint not null,
  limit_fen bigint not null,
  primary key (tenant_id, id)
);
create index platform_movement_person on platform_movement (tenant_id, person_id, at);
create index platform_movement_party on platform_movement (tenant_id, party, at) where party is not null;
call wattyard_protect('platform_movement', 'select, insert, delete');

-- Why a request had to be made, so that the second person sees the sum and not only the part.
alter table platform_approval add column because text not null default 'limit'
  check (because in ('limit', 'always', 'memberDay', 'memberMonth', 'personDay', 'personMonth'));

-- Receipts given for cash: one number stands for one payment.
create table members_receipt (
  tenant_id uuid not null,
  receipt text not null check (receipt <> ''),
  journal_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, receipt)
);
call wattyard_protect('members_receipt', 'select, insert');
