-- The log is read by kind of record, and sign-ins by the address they came from. Failures and deeds of one kind are looked
-- for among many others: their word is in the key.
create index kernel_audit_resource_at on kernel_audit (tenant_id, resource, at desc, id desc);
create index kernel_audit_action_at on kernel_audit (tenant_id, action, at desc, id desc);
create index kernel_audit_sign_in_ip on kernel_audit (tenant_id, ip, at desc, id desc) where resource = 'identity.session';
