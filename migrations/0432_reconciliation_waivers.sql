-- Days for which no file will come: a person says so with a reason, until a file comes after all (decision 428).

alter table reconciliation_day
  add column waiver text,
  add column waived_by text,
  add column waived_at timestamptz,
  add check ((waiver is null) = (waived_by is null) and (waiver is null) = (waived_at is null));
create index reconciliation_day_waived on reconciliation_day (tenant_id, channel_id, day) where waiver is not null;

update identity_role set permissions = permissions || array['reconciliation.run:waive', 'reconciliation.run:unwaive'], version = version + 1, updated_at = now()
where permissions @> array['reconciliation.run:compare'] and not 'reconciliation.run:waive' = any(permissions);
