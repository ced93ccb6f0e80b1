-- Whether a member is charging is asked at every start; a member's past orders must not be read for it.
create index charging_order_busy on charging_order (tenant_id, member_id) where state in ('draft', 'starting', 'charging', 'stopping');
