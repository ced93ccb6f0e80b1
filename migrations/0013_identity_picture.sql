-- Picture codes somebody has tried to answer. Pictures themselves are derived, so that asking for one stores nothing.
create table identity_picture (
  -- Hash of the browser's pre-login secret and the name the browser gave the picture.
  id bytea primary key,
  browser bytea not null,
  tries integer not null default 0,
  passed_at timestamptz,
  -- The sign-in that was let through by it; one.
  used_at timestamptz,
  expires_at timestamptz not null
);
create index identity_picture_browser on identity_picture (browser) where passed_at is not null and used_at is null;
create index identity_picture_expiry on identity_picture (expires_at);
grant select, insert, update, delete on identity_picture to wattyard_platform;
