-- Requests for a second person's word are their asker's own, and everybody's for who holds this permission. Whoever could read
-- or decide on requests could do so with all of them, so nobody loses sight of any.
update identity_role set permissions = permissions || array['platform.approval:all'], version = version + 1, updated_at = now()
where permissions && array['platform.approval:read', 'platform.approval:approve', 'platform.approval:reject', 'platform.approval:export']
  and not 'platform.approval:all' = any(permissions);
