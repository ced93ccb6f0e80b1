-- What a refusal says nothing of: an earlier request with the same number that was never answered; and the refusal, until a query has told.
alter table payments_refund_sending add is_unproved boolean not null default false, add refusal text;
-- Of those that are under way nobody knows any more.
update payments_refund_sending set is_unproved = true where sent_at is not null and task is not null;
