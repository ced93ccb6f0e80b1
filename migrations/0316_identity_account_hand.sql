-- Who made somebody's account or could have become its holder: by a password, a link, a code, a second factor taken away, or the
-- phone and mail that codes are sent to. Two accounts of which one had the other in hand lately are one person's for whatever
-- takes two.
create table identity_account_hand (
  tenant_id uuid not null,
  user_id uuid not null,
  hand_id uuid not null,
  at timestamptz not null default now(),
  primary key (tenant_id, user_id, hand_id)
);
call wattyard_protect('identity_account_hand');
