-- Names in English and Spanish of what ships, for its readers in these languages; what a tenant has renamed keeps the one name.
alter table identity_role add column name_en text, add column name_es text;
alter table identity_duty add column name_en text, add column name_es text;
alter table identity_office add column name_en text, add column name_es text;
alter table pricing_policy add column name_en text, add column name_es text;

update identity_role t set name_en = s.name_en, name_es = s.name_es,
    search_text = t.search_text || ' ' || lower(s.name_en || ' ' || s.name_es)
  from (values
    ('admin', '管理员', 'Administrator', 'Administrador'),
    ('guest', '访客', 'Guest', 'Invitado'),
    ('vip', '投资人', 'Investor', 'Inversor'),
    ('operations', '运营', 'Operations', 'Operaciones'),
    ('finance', '财务', 'Finance', 'Finanzas'),
    ('viewer', '只读', 'Read only', 'Solo lectura')
  ) as s (code, name, name_en, name_es) where t.code = s.code and t.name = s.name;

update identity_office t set name_en = s.name_en, name_es = s.name_es,
    search_text = t.search_text || ' ' || lower(s.name_en || ' ' || s.name_es)
  from (values
    ('OP-SH', '绿途上海运营中心', 'Lvtu Shanghai Operations', 'Lvtu Operaciones Shanghái'),
    ('OP-SZ', '绿途深圳运营中心', 'Lvtu Shenzhen Operations', 'Lvtu Operaciones Shenzhen'),
    ('OP-CD', '绿途成都运营中心', 'Lvtu Chengdu Operations', 'Lvtu Operaciones Chengdú'),
    ('D-CW', '财务部', 'Finance', 'Finanzas'),
    ('D-KF', '客户服务部', 'Customer service', 'Atención al cliente'),
    ('D-SH-YW', '上海运维班', 'Shanghai maintenance', 'Mantenimiento Shanghái'),
    ('D-SZ-YW', '深圳运维班', 'Shenzhen maintenance', 'Mantenimiento Shenzhen'),
    ('D-CD-YW', '成都运维班', 'Chengdu maintenance', 'Mantenimiento Chengdú')
  ) as s (code, name, name_en, name_es) where t.code = s.code and t.name = s.name;

update identity_duty t set name_en = s.name_en, name_es = s.name_es,
    search_text = t.search_text || ' ' || lower(s.name_en || ' ' || s.name_es)
  from (values
    ('ZZ', '站长', 'Station manager', 'Jefe de estación'),
    ('YY', '运营专员', 'Operations clerk', 'Técnico de operaciones'),
    ('KJ', '会计', 'Accountant', 'Contable'),
    ('CN', '出纳', 'Cashier', 'Cajero'),
    ('KF', '客服专员', 'Support agent', 'Agente de atención'),
    ('BZ', '班长', 'Team leader', 'Jefe de equipo'),
    ('WX', '维修员', 'Repair technician', 'Técnico de reparación')
  ) as s (code, name, name_en, name_es) where t.code = s.code and t.name = s.name;

update pricing_policy t set name_en = s.name_en, name_es = s.name_es,
    search_text = t.search_text || ' ' || lower(s.name_en || ' ' || s.name_es)
  from (values
    ('SZ-FAST', '深圳公共快充', 'Shenzhen public fast charging', 'Carga rápida pública Shenzhen'),
    ('SZ-SLOW', '深圳社区慢充', 'Shenzhen neighbourhood slow charging', 'Carga lenta vecinal Shenzhen'),
    ('SZ-FLEET', '车队合作价', 'Fleet partner price', 'Precio para flotas asociadas')
  ) as s (code, name, name_en, name_es) where t.code = s.code and t.name = s.name;

create index identity_office_name_en_trgm on identity_office using gin (name_en gin_trgm_ops);
create index identity_office_name_es_trgm on identity_office using gin (name_es gin_trgm_ops);
create index pricing_policy_name_en_trgm on pricing_policy using gin (name_en gin_trgm_ops);
create index pricing_policy_name_es_trgm on pricing_policy using gin (name_es gin_trgm_ops);
