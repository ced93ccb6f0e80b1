-- Commands that move no money wait for a second person as well: their requests have no amount.
alter table platform_approval alter column amount_fen drop not null;

-- Whether prices are published by two people was a setting of its own. It is a limit like the others now: 0 is always, and
-- what is not named stays off.
insert into platform_setting (tenant_id, id, key, value)
select tenant_id, gen_random_uuid(), 'platform.fourEyesLimits', '{"pricing.version:publish": 0}'::jsonb
from platform_setting where key = 'pricing.fourEyes' and value = 'true'::jsonb
on conflict (tenant_id, key) do update set value = platform_setting.value || excluded.value,
  version = platform_setting.version + 1, updated_at = now();
delete from platform_setting where key = 'pricing.fourEyes';
