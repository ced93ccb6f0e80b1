-- Messages in the inbox, by what they are about: they are put away when it is done.
create index notifications_message_done on notifications_message (tenant_id, kind, about) where archived_at is null;
