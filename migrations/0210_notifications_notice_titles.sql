-- A notice is looked for by its title in whatever language the reader of the list sees it.
create index notifications_notice_title_en_trgm on notifications_notice using gin (title_en gin_trgm_ops);
create index notifications_notice_title_es_trgm on notifications_notice using gin (title_es gin_trgm_ops);
