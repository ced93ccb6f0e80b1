export { placesSeenBy } from './places-seen-by.ts'
export { addPile, insertPiles, type NewPile, type PileRow } from './pile/add-pile.ts'
export { assetsByTenant } from './count-assets.ts'
export { type AssetsPorts, connectorKey } from './ports.ts'
export { type AssetsDemo, prepareDemoAssets } from './demo/prepare-demo-assets.ts'
export { type ReportedWords, reportedWords } from './demo/reported-words.ts'
export { assetsModule } from './module.ts'
export {
  connectorsByPublicCode,
  connectorsOf,
  modelsByIds,
  pileIdentities,
  pilesByIdentity,
  pilesByIds,
  pilesInScope,
  pilesOfTenant,
  retiredOrRenamed,
  stationCountsOf,
  stationsBeingBuilt,
  stationsByIds,
  stationsInReach,
  stationZones,
} from './read-assets.ts'
export { type BootReport, lockBootingPiles, recordFirmware } from './pile/record-firmware.ts'
export { type BootWords, matchBoots } from './pile/match-boots.ts'
export type { Connector, Model, Pile, Station } from './rows.ts'
export { stationCounters, type StationCounters } from './station/station-counters.ts'
export {
  livesByStation,
  type LiveChange,
  type LiveRecord,
  lockLiveRecords,
  nextStationIds,
  pileIdsOfStations,
  type StationLiveChange,
  writePileLives,
  writeStationLives,
} from './live/live-records.ts'
export {
  connectorsInService,
  countLives,
  countNeverConnected,
  type LiveNow,
  livesOfPiles,
  livesOfStations,
  pilesIn,
  type StationNow,
  stationsNow,
  type TroubledPile,
} from './live/read-lives.ts'
