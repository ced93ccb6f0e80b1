export { connectorsNow, type ConnectorView } from './calls/connectors-now.ts'
export { mapGround, type MapGroundAnswer } from './calls/map-ground.ts'
export { connector } from './connector.ts'
export {
  ATTRIBUTE_KINDS,
  deviceType,
  MAX_ATTRIBUTES,
  MAX_TYPE_DEPTH,
  TYPE_ICONS,
  type TypeAttribute,
} from './device-type.ts'
export {
  connectorLabel,
  connectorsOfEvses,
  connectorsOfSameEvse,
  type EvseLayout,
  type EvsePlace,
  placeOfConnector,
} from './evse.ts'
export {
  availabilityOf,
  IN_SERVICE,
  type LastContact,
  type LastReport,
  type LiveCounts,
  NEVER_CONNECTED,
  PILE_LIVES,
  type PileLiveNews,
  pileLiveOf,
  type PileLiveStatus,
  REPORTED_STATES,
  type ReportedNow,
  reportedOf,
  type ReportedState,
  STATION_LIVES,
  stationLiveOf,
  type StationLiveStatus,
  sumOfLives,
} from './live/live-status.ts'
export { SHOWN_CONNECTOR_STATES, shownConnectorOf, type ShownConnectorState } from './live/shown-connector.ts'
export { manufacturer } from './manufacturer.ts'
export { MAP_DATUMS, mapPack } from './map-pack.ts'
export { model } from './model.ts'
export { MAX_CONNECTORS, pile } from './pile.ts'
export { reportedDevice } from './reported-device.ts'
export { station, STATION_TAG } from './station.ts'
export * from './words.ts'
export * from './calls/station.ts'
export { createStationWithPiles, MOST_NEW_PILES } from './calls/new-station.ts'
