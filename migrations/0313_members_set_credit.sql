-- A credit limit is set by a command of its own since it is money: whoever could pay in money by hand may give it.
update identity_role set permissions = permissions || array['members.member:setCredit'], version = version + 1, updated_at = now()
where 'members.member:topUp' = any(permissions) and not 'members.member:setCredit' = any(permissions);
