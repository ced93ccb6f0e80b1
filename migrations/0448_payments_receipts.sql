-- One receipt of one channel is one payment, of a member or of a company: whoever books first has it (decision 426).
create table payments_receipt (
  tenant_id uuid not null,
  channel_id uuid not null,
  -- The receipt for comparison: letters and digits in one width and case.
  receipt_key text not null check (receipt_key <> ''),
  -- What has it: its definition, id and number.
  holder_type text not null,
  holder_id uuid not null,
  number text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, channel_id, receipt_key)
);
create index payments_receipt_holder on payments_receipt (tenant_id, holder_id);
call wattyard_protect('payments_receipt', 'select, insert, delete');

insert into payments_receipt (tenant_id, channel_id, receipt_key, holder_type, holder_id, number, created_at)
select tenant_id, channel_id, receipt_key, 'payments.payment', id, number, created_at from payments_payment
where receipt_key is not null and state <> 'reversed';

-- Of two that were booked before with one receipt, both stay and the first has it.
insert into payments_receipt (tenant_id, channel_id, receipt_key, holder_type, holder_id, number, created_at)
select tenant_id, channel_id, key, 'payables.document', id, number, created_at
from (
  select d.*, upper(regexp_replace(normalize(d.receipt, nfkc), '[^[:alnum:]]', '', 'g')) as key from payables_document d
  where d.receipt is not null and d.phase = 'confirmed' and d.channel_id is not null
) told
where key !~ '^0*$' order by created_at, id
on conflict do nothing;

-- By the receipt as typed; now by what it is.
drop index payables_document_receipt_once;
