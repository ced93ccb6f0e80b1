-- Statements of companies for a period, as they were sent: a later one is a version of its own.
create table payables_statement (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number text not null,
  company_id uuid not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  edition integer not null check (edition > 0),
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'disputed', 'superseded')),
  -- What the company owes us on balance; negative where we owe it.
  opening_fen bigint not null,
  closing_fen bigint not null,
  line_count integer not null check (line_count >= 0),
  lines jsonb,
  prepared_by text not null,
  sent_by text,
  sent_at timestamptz,
  answer text,
  primary key (tenant_id, id),
  unique (tenant_id, company_id, first_day, last_day, edition),
  check ((state = 'draft') = (sent_at is null))
);
create unique index payables_statement_number_key on payables_statement (tenant_id, number);
create index payables_statement_created_at on payables_statement (tenant_id, created_at, id);
create index payables_statement_company_id on payables_statement (tenant_id, company_id, id);
create index payables_statement_state on payables_statement (tenant_id, state, id);
create index payables_statement_last_day on payables_statement (tenant_id, last_day, id);
call wattyard_protect('payables_statement', 'select, insert, update');
call wattyard_outlives('payables_statement', '{lines,prepared_by,sent_by,answer}');

-- What was prepared is never changed: only what became of it.
create function payables_statement_fixed() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.first_day, new.last_day, new.edition, new.opening_fen, new.closing_fen, new.line_count, new.number)
    is distinct from (old.company_id, old.first_day, old.last_day, old.edition, old.opening_fen, old.closing_fen, old.line_count, old.number) then
    raise exception 'a statement is never changed';
  end if;
  return new;
end $$;
create trigger fixed before update on payables_statement for each row execute function payables_statement_fixed();

update identity_role set permissions = permissions || array['payables.statement:read', 'payables.statement:export'], version = version + 1, updated_at = now()
where permissions @> array['payables.document:read'] and not 'payables.statement:read' = any(permissions);
update identity_role set permissions = permissions || array['payables.statement:prepare', 'payables.statement:send', 'payables.statement:accept',
  'payables.statement:dispute'], version = version + 1, updated_at = now()
where permissions @> array['payables.document:confirm'] and not 'payables.statement:prepare' = any(permissions);
