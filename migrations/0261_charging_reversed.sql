-- A settlement that was reversed in the books is no longer the order's: the order says so, and on which day. What it had
-- cost stays in its row, as it stays in the bill of its day; the bill of the reversal's day has what was taken back.
alter table charging_order add column reversed_on date;
alter table charging_order add constraint charging_order_reversed check ((state = 'reversed') = (reversed_on is not null));
create index charging_order_reversed on charging_order (tenant_id, reversed_on) where reversed_on is not null;
alter table charging_refund add column reversed_on date;
alter table charging_refund drop constraint charging_refund_state_check;
alter table charging_refund add constraint charging_refund_state_check check (state in ('wished', 'done', 'void', 'reversed'));
alter table charging_refund add constraint charging_refund_reversed check ((state = 'reversed') = (reversed_on is not null));
alter table finance_daily_bill add column reversed_fen bigint not null default 0;

-- Reversals from before this rule.
update charging_order o set state = 'reversed', reversed_on = r.booked_on, version = o.version + 1
from ledger_journal s join ledger_journal r on r.tenant_id = s.tenant_id and r.reverses_id = s.id
where s.tenant_id = o.tenant_id and s.kind = 'settle' and s.source_type = 'charging.order' and s.source_id = o.id::text and o.state = 'settled';
with back as (
  update charging_refund f set state = 'reversed', reversed_on = r.booked_on, version = f.version + 1
  from ledger_journal r where r.tenant_id = f.tenant_id and r.reverses_id = f.journal_id and f.state = 'done'
  returning f.tenant_id, f.order_id, f.given_fen
)
update charging_order o set refunded_fen = o.refunded_fen - b.given_fen, version = o.version + 1
from (select tenant_id, order_id, sum(given_fen) as given_fen from back group by 1, 2) b
where b.tenant_id = o.tenant_id and b.order_id = o.id;
