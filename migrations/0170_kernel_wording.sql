-- What a tenant says otherwise than the product (words, entries of dictionaries, menu), made from its rows whenever one of
-- them changes and read as a whole. The version is never used twice, so that a process that has it in memory knows by it alone.
create table kernel_wording (
  tenant_id uuid primary key,
  version uuid not null,
  body jsonb not null
);
call wattyard_protect('kernel_wording', 'select, insert, update');
