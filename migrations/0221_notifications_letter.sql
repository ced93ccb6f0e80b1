-- What goes to one person alone and tells a secret: a link, a code. Its words are made when it leaves; what was sealed goes with it.
alter table notifications_delivery
  add column sealed_letter bytea,
  -- After this moment it is worth nothing, and is not sent.
  add column letter_until timestamptz;
