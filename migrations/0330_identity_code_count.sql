-- How many codes for a forgotten password were made for a person, and asked for from a network, since the first of them.
-- A table of its own: codes are replaced and deleted, what was counted is not. Keys are hashes, as in identity_login_attempt.
create table identity_code_count (
  key bytea primary key,
  since timestamptz not null,
  -- One more than the cap at most: that one tells the first that was refused.
  asked integer not null
);
create index identity_code_count_age on identity_code_count (since);
grant select, insert, update, delete on identity_code_count to wattyard_platform;
