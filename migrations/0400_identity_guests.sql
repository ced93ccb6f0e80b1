-- Anybody who saved people could make one a guest, who is in no list and no count and needs no second factor. What is no account of the
-- free trial (one in each tenant, without password and with the role of guests alone) becomes an employee again, with the rights it has.
update identity_user u set user_type = 'staff', version = u.version + 1, updated_at = now()
where u.user_type = 'guest' and u.id is distinct from (
  select g.id from identity_user g join identity_role r on r.tenant_id = g.tenant_id and r.code = 'guest' and r.is_system
  where g.tenant_id = u.tenant_id and g.user_type = 'guest' and g.password_hash is null and g.role_ids = array[r.id]
  order by g.id limit 1
);
