-- Stored answers of commands are forgotten by their age; their keys say nothing about it.
create index kernel_idempotency_created on kernel_idempotency (created_at);
