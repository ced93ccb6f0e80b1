-- Whoever is assigned stations and no operator sees those stations: the operators are then those that the stations have now, so
-- that a station that moves to another operator takes its people along. With operators assigned, the stations narrow them as before.
create function identity_operators_in_scope(of_tenant uuid, operators uuid[], stations uuid[]) returns uuid[]
language sql stable security invoker as $$
  select case
    when cardinality(coalesce(operators, '{}')) > 0 or cardinality(coalesce(stations, '{}')) = 0 then coalesce(operators, '{}')
    else array(select distinct s.operator_id from assets_station s where s.tenant_id = of_tenant and s.id = any(stations) order by 1)
  end
$$;
revoke execute on function identity_operators_in_scope(uuid, uuid[], uuid[]) from public;
grant execute on function identity_operators_in_scope(uuid, uuid[], uuid[]) to wattyard_platform, wattyard_tenant;

drop function identity_find_session(bytea);
create function identity_find_session(secret bytea)
returns table (
  tenant_id uuid, session_id uuid, handle_hash bytea, remember boolean, assurance text, verified_at timestamptz, last_seen_at timestamptz,
  expires_at timestamptz, end_reason text, user_id uuid, login_name text, display_name text, user_type text, user_status text,
  is_owner boolean, must_change_password boolean, password_at timestamptz, password_max_age_days integer,
  tenant_status text, is_home boolean, factor_policy text, verify_every_s integer,
  scope_operator_ids uuid[], scope_station_ids uuid[], scope_investor_ids uuid[], role_stamps text[]
) language plpgsql stable security invoker as $$
#variable_conflict use_column
begin
  return query
    select s.tenant_id, s.id, s.handle_hash, s.remember, s.assurance, s.verified_at, s.last_seen_at, s.expires_at, s.end_reason,
      u.id, u.login_name, u.display_name, u.user_type, u.status, u.is_owner, u.must_change_password,
      case when u.password_hash is not null and u.user_type <> 'guest' then coalesce(u.password_changed_at, u.created_at) end,
      t.password_max_age_days, t.status, t.is_home, t.factor_policy, t.verify_every_s,
      identity_operators_in_scope(s.tenant_id, u.scope_operator_ids, u.scope_station_ids),
      coalesce(u.scope_station_ids, '{}'), u.scope_investor_ids,
      array(select r.id || ' ' || r.xmin from identity_role r where r.tenant_id = s.tenant_id and r.id = any(u.role_ids) order by r.id)
    from identity_session s
    join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join identity_tenant t on t.tenant_id = s.tenant_id and t.id = s.tenant_id
    where s.secret_hash = secret;
end $$;
revoke execute on function identity_find_session(bytea) from public;
grant execute on function identity_find_session(bytea) to wattyard_platform;
