-- A request that ended because its record was changed says by which command.
alter table platform_approval add column instead text;

create or replace function platform_approval_history() returns trigger language plpgsql as $$
declare
  decided constant text[] := array['state', 'version', 'updated_at', 'decider_id', 'decided_by', 'decided_at', 'note', 'instead', 'answer'];
begin
  if tg_op = 'UPDATE' and wattyard_is_eraser() then
    return new;
  end if;
  if tg_op <> 'UPDATE' then
    raise exception 'requests for approval are never removed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'waiting' and (old.state, old.decider_id, old.decided_at) is distinct from (new.state, new.decider_id, new.decided_at) then
    raise exception 'a request for approval is decided once' using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - decided) is distinct from (to_jsonb(old) - decided) then
    raise exception 'what was asked for approval cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
