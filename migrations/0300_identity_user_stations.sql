-- Who is limited to some stations sees the people who work at one of them.
create index identity_user_scope_station_ids_any on identity_user using gin (scope_station_ids);
