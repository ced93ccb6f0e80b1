-- What a request has to know of somebody's roles is whether they are still the ones that were read before.
-- The whole list of permissions made half a millisecond of every request of somebody with three roles of 120 each.

drop function identity_find_session(bytea);
create function identity_find_session(secret bytea)
returns table (
  tenant_id uuid, session_id uuid, handle_hash bytea, remember boolean, assurance text, verified_at timestamptz, last_seen_at timestamptz,
  expires_at timestamptz, end_reason text, user_id uuid, login_name text, display_name text, user_type text, user_status text,
  is_owner boolean, must_change_password boolean, tenant_status text, is_home boolean, factor_policy text, verify_every_s integer,
  scope_operator_ids uuid[], scope_station_ids uuid[], scope_investor_ids uuid[],
  -- Role and the transaction that wrote its row last: any change to the row, however made, changes it.
  role_stamps text[]
) language plpgsql stable security invoker as $$
#variable_conflict use_column
begin
  return query
    select s.tenant_id, s.id, s.handle_hash, s.remember, s.assurance, s.verified_at, s.last_seen_at, s.expires_at, s.end_reason,
      u.id, u.login_name, u.display_name, u.user_type, u.status, u.is_owner, u.must_change_password, t.status, t.is_home, t.factor_policy, t.verify_every_s,
      coalesce(u.scope_operator_ids, '{}'), coalesce(u.scope_station_ids, '{}'), u.scope_investor_ids,
      array(select r.id || ' ' || r.xmin from identity_role r where r.tenant_id = s.tenant_id and r.id = any(u.role_ids) order by r.id)
    from identity_session s
    join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join identity_tenant t on t.tenant_id = s.tenant_id and t.id = s.tenant_id
    where s.secret_hash = secret;
end $$;
revoke execute on function identity_find_session(bytea) from public;
grant execute on function identity_find_session(bytea) to wattyard_platform;
