-- Files of notices move into the store of all files. Nothing is lost: ids, names, bytes and order stay; who added one is known
-- by name only, so that nobody has sent it.
alter table notifications_notice add column attachments_file_ids uuid[];
set local role wattyard_platform;
insert into kernel_file (tenant_id, id, created_at, touched_at, state, name, type, bytes, sha256, resource, field, record_id)
  select tenant_id, id, created_at, created_at, 'ready', name, kind, bytes, sha256, 'notifications.notice', 'attachments', notice_id
  from notifications_notice_file;
insert into kernel_file_part (tenant_id, file_id, form, part, content)
  select tenant_id, file_id, 'whole', part, content from notifications_notice_file_part;
update notifications_notice n set attachments_file_ids = f.ids
  from (select tenant_id, notice_id, array_agg(id order by id) as ids from notifications_notice_file group by tenant_id, notice_id) f
  where f.tenant_id = n.tenant_id and f.notice_id = n.id;
reset role;
drop table notifications_notice_file_part;
drop table notifications_notice_file;
