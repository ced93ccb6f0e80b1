-- A masked phone is found whole or by its last four: no part of it stays in what quick search looks into.
update members_member
  set search_text = trim(replace(' ' || search_text || ' ', ' ' || lower(phone) || ' ', ' '))
  where phone is not null;
create index members_member_phone_end on members_member (tenant_id, right(phone, 4)) where phone is not null;
