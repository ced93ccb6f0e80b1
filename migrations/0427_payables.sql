-- Documents between the tenant and companies, payments included, and the amounts by which they settle each other.
create table payables_document (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number text not null,
  kind text not null check (kind in ('receivable', 'payable', 'advanceReceived', 'advancePaid')),
  company_id uuid not null,
  phase text not null default 'draft' check (phase in ('draft', 'confirmed', 'cancelled')),
  amount_fen bigint not null check (amount_fen > 0),
  tax_fen bigint not null default 0 check (tax_fen >= 0 and tax_fen < amount_fen),
  currency text not null default 'CNY' check (currency = 'CNY'),
  -- Follows from the allocations, which are written in the same transaction; a check of the books recomputes it.
  open_fen bigint not null default 0 check (open_fen between 0 and amount_fen),
  written_off_fen bigint not null default 0 check (written_off_fen between 0 and amount_fen),
  state text not null generated always as (case
    when phase <> 'confirmed' then phase
    when open_fen = 0 and written_off_fen > 0 then 'writtenOff'
    when open_fen = 0 then 'settled'
    when open_fen < amount_fen then 'partSettled'
    else 'open' end) stored,
  purpose text,
  subject text,
  their_number text,
  issued date not null,
  -- By the terms of the company where nobody says it, so it is always there.
  due date check (due is not null and due >= issued),
  channel_id uuid,
  account_id uuid,
  receipt text,
  attachments_file_ids uuid[],
  booked_on date,
  confirmed_by text,
  disputed_reason text,
  cancelled_on date,
  source_type text,
  source_id text,
  note text,
  journal_id uuid,
  -- Who wrote the draft.
  entered_by_id uuid not null,
  search_text text not null default '',
  primary key (tenant_id, id),
  check ((phase = 'draft') = (booked_on is null)),
  check ((phase = 'draft') = (journal_id is null)),
  check ((phase = 'cancelled') = (cancelled_on is not null)),
  check (phase = 'confirmed' or open_fen = 0),
  check ((kind in ('receivable', 'payable')) = (purpose is not null)),
  check (kind in ('receivable', 'payable') or (tax_fen = 0 and channel_id is not null)),
  check (kind in ('advanceReceived', 'advancePaid') or (channel_id is null and account_id is null and receipt is null)),
  check ((source_type is null) = (source_id is null))
);
create unique index payables_document_number_key on payables_document (tenant_id, number);
-- A record of another module is one document.
create unique index payables_document_source on payables_document (tenant_id, source_type, source_id) where source_type is not null;
-- A receipt of a payment counts once, by its channel.
create unique index payables_document_receipt_once on payables_document (tenant_id, channel_id, receipt) where receipt is not null and phase = 'confirmed';
create index payables_document_issued on payables_document (tenant_id, issued, id);
create index payables_document_due on payables_document (tenant_id, due, id);
create index payables_document_amount_fen on payables_document (tenant_id, amount_fen, id);
create index payables_document_open_fen on payables_document (tenant_id, open_fen, id);
create index payables_document_created_at on payables_document (tenant_id, created_at, id);
create index payables_document_kind on payables_document (tenant_id, kind, id);
create index payables_document_company_id on payables_document (tenant_id, company_id, id);
create index payables_document_state on payables_document (tenant_id, state, id);
create index payables_document_purpose on payables_document (tenant_id, purpose, id);
create index payables_document_booked_on on payables_document (tenant_id, booked_on, id);
create index payables_document_channel_id on payables_document (tenant_id, channel_id, id);
create index payables_document_their_number on payables_document (tenant_id, their_number, id);
create index payables_document_receipt on payables_document (tenant_id, receipt, id);
-- Ageing reads these alone: what is open of each kind, by its due day.
create index payables_document_ageing on payables_document (tenant_id, kind, due) include (open_fen, booked_on, company_id) where open_fen > 0;
create index payables_document_cancelled on payables_document (tenant_id, cancelled_on) where cancelled_on is not null;
create index payables_document_search on payables_document using gin (search_text gin_trgm_ops);
call wattyard_protect('payables_document');
call wattyard_outlives('payables_document', '{subject,their_number,receipt,confirmed_by,disputed_reason,note,search_text,attachments_file_ids}');

create table payables_allocation (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number text not null,
  company_id uuid not null,
  kind text not null check (kind in ('setOff', 'writeOff')),
  state text not null generated always as (case when undone_on is null then 'live' else 'undone' end) stored,
  debit_id uuid,
  credit_id uuid,
  amount_fen bigint not null check (amount_fen > 0),
  effective_on date not null,
  booked_on date not null,
  actor text not null,
  reason text,
  undone_on date check (undone_on >= booked_on),
  undone_by text,
  undone_reason text,
  journal_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, debit_id) references payables_document (tenant_id, id),
  foreign key (tenant_id, credit_id) references payables_document (tenant_id, id),
  check ((kind = 'setOff') = (debit_id is not null and credit_id is not null)),
  check (debit_id is not null or credit_id is not null),
  check (debit_id <> credit_id)
);
create index payables_allocation_created_at on payables_allocation (tenant_id, created_at, id);
create index payables_allocation_company_id on payables_allocation (tenant_id, company_id, id);
create index payables_allocation_kind on payables_allocation (tenant_id, kind, id);
create index payables_allocation_state on payables_allocation (tenant_id, state, id);
create index payables_allocation_debit_id on payables_allocation (tenant_id, debit_id, id);
create index payables_allocation_credit_id on payables_allocation (tenant_id, credit_id, id);
create index payables_allocation_booked_on on payables_allocation (tenant_id, booked_on, id);
create index payables_allocation_amount_fen on payables_allocation (tenant_id, amount_fen, id);
-- As of a past day, what happened since is taken back.
create index payables_allocation_undone_on on payables_allocation (tenant_id, undone_on) where undone_on is not null;
call wattyard_protect('payables_allocation', 'select, insert, update');
call wattyard_outlives('payables_allocation', '{actor,reason,undone_by,undone_reason}');

-- Who looks into the books reads documents of companies; who pays refunds out works with them.
update identity_role set permissions = permissions || array['payables.document:read', 'payables.document:export', 'payables.allocation:read',
  'payables.allocation:export'], version = version + 1, updated_at = now()
where permissions @> array['ledger.journal:read'] and not 'payables.document:read' = any(permissions);
update identity_role set permissions = permissions || array['payables.document:create', 'payables.document:update', 'payables.document:delete',
  'payables.document:confirm', 'payables.document:cancel', 'payables.document:allocate', 'payables.document:writeOff',
  'payables.document:dispute', 'payables.document:endDispute', 'payables.allocation:undo'], version = version + 1, updated_at = now()
where permissions @> array['payments.refundPart:payOut', 'ledger.journal:read'] and not 'payables.document:confirm' = any(permissions);
