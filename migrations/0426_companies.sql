-- Counterparties: companies that a tenant owes money or that owe it, with their bank accounts and the people there.
create table companies_company (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  short_name text,
  kinds text[] not null check (cardinality(kinds) > 0),
  operator_id uuid,
  country text not null,
  tax_number text check (tax_number ~ '^[A-Z0-9]{4,20}$'),
  taxpayer text check (taxpayer in ('general', 'smallScale')),
  state text not null default 'active' check (state in ('active', 'suspended')),
  suspended_reason text,
  legal_representative text,
  address text,
  licence_file_id uuid,
  licence_from date,
  licence_until date check (licence_until >= licence_from),
  attachments_file_ids uuid[],
  invoice_title text,
  invoice_address text,
  invoice_phone text,
  invoice_bank text,
  invoice_account text,
  term_days integer not null check (term_days between 0 and 365),
  term_month_day integer check (term_month_day between 1 and 31),
  note text,
  -- Pairs of neighbouring characters of its names, by which similar ones are found.
  name_grams text[] not null default '{}',
  -- The end of the licence that staff were last reminded of, and the step of the reminder in days.
  licence_told_until date,
  licence_told_days integer,
  search_text text not null default '',
  primary key (tenant_id, id),
  check ((state = 'suspended') = (suspended_reason is not null)),
  check (operator_id is null or 'operator' = any(kinds))
);
create unique index companies_company_tax_number_key on companies_company (tenant_id, tax_number);
create unique index companies_company_operator_id_key on companies_company (tenant_id, operator_id);
create index companies_company_name on companies_company (tenant_id, name, id);
create index companies_company_licence_until on companies_company (tenant_id, licence_until, id);
create index companies_company_created_at on companies_company (tenant_id, created_at, id);
create index companies_company_kinds_any on companies_company using gin (kinds);
create index companies_company_state on companies_company (tenant_id, state, id);
create index companies_company_country on companies_company (tenant_id, country, id);
create index companies_company_taxpayer on companies_company (tenant_id, taxpayer, id);
create index companies_company_tax_number_trgm on companies_company using gin (tax_number gin_trgm_ops);
create index companies_company_name_grams on companies_company using gin (name_grams);
create index companies_company_search on companies_company using gin (search_text gin_trgm_ops);
call wattyard_protect('companies_company');

create table companies_bank_account (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  company_id uuid not null,
  holder text,
  country text not null,
  bank text not null,
  branch text,
  number text not null check (number ~ '^[A-Z0-9]{4,34}$'),
  bank_code text,
  state text not null default 'entered' check (state in ('entered', 'confirmed', 'ended')),
  preferred boolean not null default false,
  replaces_id uuid check (replaces_id <> id),
  entered_by text not null,
  -- Whoever entered it: somebody else has to confirm it.
  entered_by_id uuid not null,
  confirmed_by text,
  confirmed_at timestamptz,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references companies_company (tenant_id, id),
  foreign key (tenant_id, replaces_id) references companies_bank_account (tenant_id, id),
  check (state <> 'confirmed' or confirmed_at is not null),
  check (not preferred or state = 'confirmed')
);
create unique index companies_bank_account_preferred_one on companies_bank_account (tenant_id, company_id) where preferred;
create unique index companies_bank_account_number_living on companies_bank_account (tenant_id, company_id, number) where state <> 'ended';
create index companies_bank_account_created_at on companies_bank_account (tenant_id, created_at, id);
create index companies_bank_account_company_id on companies_bank_account (tenant_id, company_id, id);
create index companies_bank_account_state on companies_bank_account (tenant_id, state, id);
create index companies_bank_account_preferred on companies_bank_account (tenant_id, preferred, id);
call wattyard_protect('companies_bank_account');

create table companies_contact (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  company_id uuid not null,
  name text not null,
  duty text,
  phone text,
  email text,
  language text not null check (language in ('zh', 'en', 'es')),
  receives text[] not null,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references companies_company (tenant_id, id),
  check (email is not null or cardinality(receives) = 0)
);
create index companies_contact_created_at on companies_contact (tenant_id, created_at, id);
create index companies_contact_company_id on companies_contact (tenant_id, company_id, id);
create index companies_contact_receives_any on companies_contact using gin (receives);
create index companies_contact_language on companies_contact (tenant_id, language, id);
call wattyard_protect('companies_contact');

-- Who looks into the books reads companies; who sets up payment channels keeps them, with their accounts and the people there.
update identity_role set permissions = permissions || array['companies.company:read', 'companies.company:export', 'companies.contact:read',
  'companies.contact:export', 'companies.bankAccount:read', 'companies.bankAccount:export'], version = version + 1, updated_at = now()
where permissions @> array['ledger.journal:read'] and not 'companies.company:read' = any(permissions);
update identity_role set permissions = permissions || array['companies.company:create', 'companies.company:update', 'companies.company:delete',
  'companies.company:import', 'companies.company:suspend', 'companies.company:resume', 'companies.contact:create', 'companies.contact:update',
  'companies.contact:delete', 'companies.contact:import', 'companies.bankAccount:create', 'companies.bankAccount:update',
  'companies.bankAccount:delete', 'companies.bankAccount:confirm', 'companies.bankAccount:prefer', 'companies.bankAccount:end'],
  version = version + 1, updated_at = now()
where permissions @> array['payments.channel:open', 'ledger.journal:read'] and not 'companies.company:create' = any(permissions);
