-- EVSE and connector are two levels (OCPP 2.0.1). Until now the number of an EVSE was the number of a connector over the pile:
-- every pile keeps one connector per EVSE, number n is connector 1 of EVSE n, until somebody says otherwise.
alter table assets_pile add column connectors_per_evse integer not null default 1 check (connectors_per_evse between 1 and 16);
alter table assets_connector add column evse integer not null default 1 check (evse between 1 and 16);
alter table assets_connector add column evse_connector integer not null default 1 check (evse_connector between 1 and 16);
set local role wattyard_platform;
update assets_connector set evse = number;
reset role;
alter table assets_model add column connectors_per_evse integer check (connectors_per_evse between 1 and 16);
