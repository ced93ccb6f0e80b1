export * from './calls/command.ts'
export * from './calls/device.ts'
export * from './calls/device-log.ts'
export type { FaultNow } from './calls/fault.ts'
export { listPilesWithoutKey } from './calls/first-key.ts'
export * from './calls/parse.ts'
export * from './calls/points.ts'
export { createMapDraft, saveMapDraft } from './calls/point-map-commands.ts'
export {
  command,
  COMMAND_KINDS,
  COMMAND_STATES,
  COMMAND_TRIGGERS,
  FAILED_COMMAND_STATES,
  isCardNumber,
  MAX_CARD,
  RUNNING_COMMAND_STATES,
} from './command.ts'
export { type DetailParts, partsOfDetail } from './command-detail.ts'
export { credential, PROFILES } from './credential.ts'
export {
  DEVICE_LOG_GROUP_NAMES,
  DEVICE_LOG_GROUPS,
  type DeviceLogGroup,
} from './device-log.ts'
export { event, EVENT_SEVERITY, type EventKind } from './event.ts'
export * from './facts.ts'
export { OFFLINE_AFTER_MS } from './offline.ts'
export { pendingPile, PENDING_STATES } from './pending-pile.ts'
export type { ConnectorLive, PileLive } from './state.ts'
export {
  type FrameProtocol,
  MAX_PARSE_LENGTH,
  MAX_PARSED_FIELDS,
  MAX_PARSED_FRAMES,
  PARSE_PROTOCOLS,
  type ParseProtocol,
} from './parsed-frame.ts'
export { pointMap } from './point-map.ts'
export { type MapProtocol, MAP_PROTOCOLS, POLLED_PROTOCOLS } from './point-map/point.ts'
export { pointSource, type SourceHealth } from './point-source.ts'
