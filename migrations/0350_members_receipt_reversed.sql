-- The receipt of a top-up that was reversed is free for the right entry.
grant update (journal_id) on members_receipt to wattyard_tenant, wattyard_platform;
