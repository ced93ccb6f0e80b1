-- Messages to people who work in the console. Their words are made for the reader, from the kind and its parts.
create table notifications_message (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  params jsonb not null default '{}',
  link text check (link like '/%'),
  created_at timestamptz not null,
  read_at timestamptz,
  -- One message about one thing to one person, however often the news of it comes.
  about text not null,
  primary key (tenant_id, id)
);
create unique index notifications_message_about on notifications_message (tenant_id, user_id, kind, about);
create index notifications_message_newest on notifications_message (tenant_id, user_id, id desc);
create index notifications_message_unread on notifications_message (tenant_id, user_id) where read_at is null;
create index notifications_message_age on notifications_message (created_at);
call wattyard_protect('notifications_message');
