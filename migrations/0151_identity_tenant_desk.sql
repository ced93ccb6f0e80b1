-- Tenants as the platform keeps them: why one is suspended, and how much it may have. Empty is without limit.
alter table identity_tenant
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add column max_people integer check (max_people > 0),
  add column max_stations integer check (max_stations > 0),
  add column max_piles integer check (max_piles > 0);

-- The password was chosen by somebody else and is good for choosing another.
alter table identity_user add column must_change_password boolean not null default false;

drop function identity_find_session(bytea);
create function identity_find_session(secret bytea)
returns table (
  tenant_id uuid, session_id uuid, handle_hash bytea, remember boolean, assurance text, verified_at timestamptz, last_seen_at timestamptz,
  expires_at timestamptz, end_reason text, user_id uuid, login_name text, display_name text, user_type text, user_status text,
  is_owner boolean, must_change_password boolean, tenant_status text, is_home boolean, factor_policy text, verify_every_s integer,
  scope_operator_ids uuid[], scope_station_ids uuid[], scope_investor_ids uuid[], grants jsonb
) language plpgsql stable security invoker as $$
#variable_conflict use_column
begin
  return query
    select s.tenant_id, s.id, s.handle_hash, s.remember, s.assurance, s.verified_at, s.last_seen_at, s.expires_at, s.end_reason,
      u.id, u.login_name, u.display_name, u.user_type, u.status, u.is_owner, u.must_change_password, t.status, t.is_home, t.factor_policy, t.verify_every_s,
      coalesce(u.scope_operator_ids, '{}'), coalesce(u.scope_station_ids, '{}'), u.scope_investor_ids,
      (select coalesce(jsonb_agg(jsonb_build_array(r.code, r.row_scope, r.permissions) order by r.code), '[]')
       from identity_role r where r.tenant_id = s.tenant_id and r.id = any(u.role_ids))
    from identity_session s
    join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join identity_tenant t on t.tenant_id = s.tenant_id and t.id = s.tenant_id
    where s.secret_hash = secret;
end $$;
revoke execute on function identity_find_session(bytea) from public;
grant execute on function identity_find_session(bytea) to wattyard_platform;
