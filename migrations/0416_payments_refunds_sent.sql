-- Parts of refunds that a channel carries out by itself: what is done next, and when. The part keeps its state and its money.
create table payments_refund_sending (
  tenant_id uuid not null,
  part_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  task text check (task in ('send', 'ask')),
  ladder text check (ladder in ('again', 'refundPart', 'abnormalPart')),
  asked integer not null default 0,
  due_at timestamptz,
  -- Of the call that is being made; its answer counts only while it stands here.
  claim uuid,
  sent_at timestamptz,
  unknown_answers integer not null default 0,
  primary key (tenant_id, part_id),
  foreign key (tenant_id, part_id) references payments_refund_part (tenant_id, id),
  check ((task is null) = (due_at is null))
);
-- What is to be done, of all tenants.
create index payments_refund_sending_due on payments_refund_sending (due_at) where due_at is not null;
call wattyard_protect('payments_refund_sending', 'select, insert, update');
call wattyard_outlives('payments_refund_sending');

-- Parts that nobody has begun to send.
create index payments_refund_part_unsent on payments_refund_part (tenant_id, id) where state = 'waiting' and way = 'wechat';
