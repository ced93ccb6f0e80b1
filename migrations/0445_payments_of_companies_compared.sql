-- Payments of companies are compared with statements of the account that they went by, a channel and some days at a time.
create index payables_document_movements on payables_document (tenant_id, channel_id, issued, id) where channel_id is not null;
-- A row names a payment of a company by its number or receipt, or by the company.
alter table reconciliation_outcome drop constraint reconciliation_outcome_pass_check;
alter table reconciliation_outcome add constraint reconciliation_outcome_pass_check
  check (pass in ('number', 'channelNo', 'sum', 'mention', 'company'));
