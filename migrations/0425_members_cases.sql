-- Risk flags that are open on a member, and the account into which one was merged: never one that was merged itself.
alter table members_member add column flags text[] not null default '{}', add column merged_into_id uuid;
alter table members_member add constraint members_member_merged check ((status = 'merged') = (merged_into_id is not null) and merged_into_id is distinct from id);
create index members_member_flags on members_member using gin (flags);
create index members_member_merged_into on members_member (tenant_id, merged_into_id, id) where merged_into_id is not null;

-- Money of a member that staff put on hold, with its reason and its end; a person releases it.
create table members_freeze (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  number text not null,
  member_id uuid not null,
  state text not null check (state in ('open', 'released')),
  cause text not null,
  principal_fen bigint not null check (principal_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  total_fen bigint not null generated always as (principal_fen + gift_fen) stored check (total_fen > 0),
  until date not null,
  reason text not null,
  placed_by text not null,
  released_by text,
  released_at timestamptz,
  release_reason text,
  request_key text not null,
  -- The hold of the ledger; another one after the account was merged.
  hold_id uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, request_key),
  foreign key (tenant_id, member_id) references members_member (tenant_id, id),
  check ((state = 'released') = (released_at is not null and released_by is not null))
);
create index members_freeze_member on members_freeze (tenant_id, member_id, id);
create index members_freeze_state on members_freeze (tenant_id, state, id);
create index members_freeze_cause on members_freeze (tenant_id, cause, id);
create index members_freeze_until on members_freeze (tenant_id, until, id);
create index members_freeze_created_at on members_freeze (tenant_id, created_at, id);
create index members_freeze_number on members_freeze (tenant_id, number, id);
create index members_freeze_search on members_freeze using gin (search_text gin_trgm_ops);
call wattyard_protect('members_freeze', 'select, insert, update');

-- A correction of a wallet, with its cause and its evidence. Never changed: a wrong one is reversed in the books.
create table members_adjustment (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  number text not null,
  member_id uuid not null,
  direction text not null check (direction in ('up', 'down')),
  cause text not null,
  principal_fen bigint not null check (principal_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  paid_debt_fen bigint not null check (paid_debt_fen between 0 and principal_fen),
  reason text not null,
  evidence text not null,
  actor text not null,
  booked_on date not null,
  journal_id uuid not null,
  request_key text not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, journal_id),
  unique (tenant_id, request_key),
  foreign key (tenant_id, member_id) references members_member (tenant_id, id),
  -- Of one kind of money at a time.
  check ((principal_fen > 0) <> (gift_fen > 0))
);
create index members_adjustment_member on members_adjustment (tenant_id, member_id, id);
create index members_adjustment_direction on members_adjustment (tenant_id, direction, id);
create index members_adjustment_cause on members_adjustment (tenant_id, cause, id);
create index members_adjustment_booked_on on members_adjustment (tenant_id, booked_on, id);
create index members_adjustment_created_at on members_adjustment (tenant_id, created_at, id);
create index members_adjustment_number on members_adjustment (tenant_id, number, id);
create index members_adjustment_search on members_adjustment using gin (search_text gin_trgm_ops);
-- The reason may name a person, who may ask to be forgotten.
call wattyard_protect('members_adjustment', 'select, insert, update (version, updated_at, reason)');

-- What a stated rule found about a member, with its evidence.
create table members_flag (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  member_id uuid not null,
  kind text not null check (kind in ('failedCodes', 'quickRefund', 'samePhone', 'oldDebt', 'nearLimit')),
  state text not null check (state in ('open', 'dismissed', 'over')),
  -- The evidence: how many cases, which money, since when, and by which number of days of the rule.
  count integer not null check (count > 0),
  amount_fen bigint,
  since_at timestamptz not null,
  days integer not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members_member (tenant_id, id),
  check ((state = 'dismissed') = (decided_by is not null and reason is not null))
);
create unique index members_flag_once on members_flag (tenant_id, member_id, kind) where state = 'open';
create index members_flag_member on members_flag (tenant_id, member_id, id);
create index members_flag_kind on members_flag (tenant_id, kind, id);
create index members_flag_state on members_flag (tenant_id, state, id);
create index members_flag_created_at on members_flag (tenant_id, created_at, id);
call wattyard_protect('members_flag', 'select, insert, update');

-- Two accounts of one person that became one. It outlives a company, because the books have both accounts and the lots are of both.
create table members_merge (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  from_id uuid not null,
  into_id uuid not null,
  -- The account that has the money now: that of a later merge, where there was one.
  account_id uuid not null,
  principal_fen bigint not null check (principal_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  owed_fen bigint not null check (owed_fen >= 0),
  reason text not null,
  actor text not null,
  -- Of the transfer; null where there was nothing to transfer.
  journal_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, from_id),
  unique (tenant_id, journal_id),
  check (from_id <> into_id and from_id <> account_id)
);
create index members_merge_account on members_merge (tenant_id, account_id, from_id);
call wattyard_protect('members_merge', 'select, insert, update (version, updated_at, account_id, reason)');
call wattyard_outlives('members_merge', '{reason,actor}');

-- A correction upward is a lot as well; only what was really paid in can be refunded.
alter table payments_lot drop constraint payments_lot_origin_check;
alter table payments_lot add constraint payments_lot_origin_check check (origin in ('topUp', 'gift', 'opening', 'givenBack', 'adjusted'));
alter table payments_lot add column refundable boolean not null default true;

-- Lists of members look their accounts up by owner. Under row-level security only a comparison of plain columns may use an index, so the owner's
-- text is a column of the member.
alter table members_member add column owner_key text not null generated always as (id::text) stored;
create unique index ledger_account_owner on ledger_account (tenant_id, owner_id, code, owner_type, currency);

-- Open holds are looked for by the wallet that they hold.
create index ledger_hold_open_wallet on ledger_hold (tenant_id, principal_account_id) where state = 'open';

-- A statement tells of all the company's stations, so it has a permission of its own; whoever reads members in the whole company keeps it.
update identity_role set permissions = permissions || array['members.wallet:read'], version = version + 1, updated_at = now()
where 'members.member:read' = any(permissions) and not 'members.wallet:read' = any(permissions);
update identity_role set permissions = permissions || array['members.wallet:export'], version = version + 1, updated_at = now()
where 'members.member:export' = any(permissions) and not 'members.wallet:export' = any(permissions);
-- Whoever refunds wallets today freezes and corrects them; whoever registers members works off flags and asks for merges.
update identity_role set permissions = permissions || array['members.member:freeze', 'members.freeze:read', 'members.freeze:export', 'members.freeze:release',
    'members.member:adjustUp', 'members.member:adjustDown', 'members.adjustment:read', 'members.adjustment:export', 'members.member:merge', 'members.member:anonymise'],
  version = version + 1, updated_at = now()
where permissions @> array['members.member:refundWallet'] and not 'members.member:freeze' = any(permissions);
update identity_role set permissions = permissions || array['members.flag:read', 'members.flag:export', 'members.flag:dismiss'], version = version + 1, updated_at = now()
where permissions @> array['members.member:update'] and not 'members.flag:read' = any(permissions);
