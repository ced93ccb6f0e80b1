-- Tags by which staff group members, and the two ends of an account: its money went to another one, or its person asked to be forgotten.
alter table members_member add column groups text[] not null default '{}';
create index members_member_groups on members_member using gin (groups);
alter table members_member drop constraint members_member_status_check;
alter table members_member add constraint members_member_status_check check (status in ('active', 'blocked', 'merged', 'anonymised'));
