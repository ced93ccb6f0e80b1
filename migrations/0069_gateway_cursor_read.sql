-- How far a consumer has come is no tenant's secret: closing a day asks whether its frames were worked through.
grant select on gateway_cursor to wattyard_tenant;
grant select on gateway_stream to wattyard_tenant;
