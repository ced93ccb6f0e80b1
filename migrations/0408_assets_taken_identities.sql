-- Whether a pile of another company signs in with an identity: they are unique in the installation. It runs as the owner, because a company
-- sees its own piles alone.
create function assets_identity_elsewhere(wanted text) returns boolean language sql stable security definer set search_path = public, pg_temp as
  $$ select exists (select from assets_pile p where p.identity = wanted and p.tenant_id is distinct from wattyard_tenant_id()) $$;
revoke execute on function assets_identity_elsewhere(text) from public;
grant execute on function assets_identity_elsewhere(text) to wattyard_tenant, wattyard_platform;
