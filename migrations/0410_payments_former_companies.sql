-- Companies that were being deleted, or were deleted, when payments began: what their books say came in by has to be there before their
-- top-ups become payments (0411, 0414). Nothing comes in by it any more.
insert into payments_channel (tenant_id, id, code, name, kind, state, clearing_owner, search_text)
select t.tenant_id, made.id, c.code, c.name, c.kind, 'off', coalesce(c.owner, made.id::text), lower(c.code || ' ' || c.name)
from identity_tenant t
cross join (values
  ('BANK', '银行转账', 'bank', null),
  ('CASH', '现金', 'cash', null),
  ('WECHAT', '微信支付', 'wechat', 'wechat'),
  ('ALIPAY', '支付宝', 'alipay', 'alipay')
) as c(code, name, kind, owner)
cross join lateral (select gen_random_uuid() as id where c.code is not null) made
where t.status in ('deleting', 'deleted')
  and exists (select from ledger_journal j where j.tenant_id = t.tenant_id and j.kind = 'deposit')
  and (c.owner is null or exists (
    select from ledger_account a
    where a.tenant_id = t.tenant_id and a.code = 'channel_clearing' and a.owner_type = 'channel' and a.owner_id = c.owner));
