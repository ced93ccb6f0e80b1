-- Which map of its model a pile has run since when: readings of its frames were mended by it, and are again when a stored
-- frame is read once more. Written at the handshake at which the map has changed.
create table gateway_pile_map (
  tenant_id uuid not null,
  pile_id uuid not null,
  since timestamptz not null,
  map_id uuid,
  primary key (tenant_id, pile_id, since),
  foreign key (tenant_id, map_id) references gateway_point_map (tenant_id, id)
);
create index gateway_pile_map_pile on gateway_pile_map (pile_id, since);
call wattyard_protect('gateway_pile_map');
