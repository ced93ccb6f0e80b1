-- Messages that gather several things, such as piles in fault: what each of them is, beside its name in subjects, and those that
-- are over. Messages written before have neither and stay as they are.
alter table notifications_message
  add column subject_ids text[] not null default '{}',
  add column over_ids text[] not null default '{}';

-- Absences that people were told of and that are over. Whoever is on record was told of before this release.
alter table gateway_offline_told add column over boolean not null default true;
alter table gateway_offline_told alter column over set default false;
create index gateway_offline_told_open on gateway_offline_told (tenant_id, pile_id) where not over;
