-- Entries of dictionaries as a tenant has them: words, colour and place over those that the product ships, and entries of
-- its own. A closed set of a definition has no own ones. Empty words are the product's.
create table platform_dict_entry (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  dictionary text not null,
  code text not null,
  word_zh text,
  word_en text,
  word_es text,
  colour text,
  icon text,
  place integer,
  enabled boolean not null default true,
  remark text,
  search_text text not null default '',
  primary key (tenant_id, id)
);
create unique index platform_dict_entry_dictionary_code_key on platform_dict_entry (tenant_id, dictionary, code);
create index platform_dict_entry_dictionary on platform_dict_entry (tenant_id, dictionary, id);
create index platform_dict_entry_enabled on platform_dict_entry (tenant_id, enabled, id);
create index platform_dict_entry_search on platform_dict_entry using gin (search_text gin_trgm_ops);
call wattyard_protect('platform_dict_entry');

-- What a tenant has changed of its menu: pages and groups of the contract, groups and links of its own.
create table platform_menu_entry (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  key text not null,
  menu_group text,
  position integer,
  hidden boolean,
  icon text,
  badge text,
  link text,
  title_zh text,
  title_en text,
  title_es text,
  primary key (tenant_id, id)
);
create unique index platform_menu_entry_key_key on platform_menu_entry (tenant_id, key);
create index platform_menu_entry_menu_group on platform_menu_entry (tenant_id, menu_group, id);
call wattyard_protect('platform_menu_entry');
