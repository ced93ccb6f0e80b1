-- Keys of the installation that signed closings and entries of the running chain, and were given up: for each company, up to where they hold.
-- The present key signs the row, so that nobody makes a key of his own a former one.
create table finance_former_key (
  tenant_id uuid not null,
  key_id text not null,
  given_up_at timestamptz not null,
  -- SPKI, PEM; null when nobody has it: its signatures cannot be checked, and what they signed is held by the roots below.
  public_key text,
  -- The last closing and the last entry that it signed, with their roots; 0 for none.
  day_seq integer not null check (day_seq >= 0),
  day_root text,
  anchor_seq integer not null check (anchor_seq >= 0),
  anchor_root text,
  signed_by text not null,
  signature text not null,
  primary key (tenant_id, key_id),
  check ((day_seq = 0) = (day_root is null)),
  check ((anchor_seq = 0) = (anchor_root is null)),
  check (key_id <> signed_by)
);
call wattyard_protect('finance_former_key');
call wattyard_outlives('finance_former_key');
-- Companies read them; only the installation writes them.
revoke insert, update, delete on finance_former_key from wattyard_tenant;
