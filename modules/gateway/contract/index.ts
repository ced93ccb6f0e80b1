export { createMapDraft, saveMapDraft } from './calls/point-map-commands.ts'
export { command, COMMAND_KINDS, COMMAND_STATES, COMMAND_TRIGGERS } from './command.ts'
export { type DetailParts, partsOfDetail } from './command-detail.ts'
export { credential, PROFILES } from './credential.ts'
export {
  DEVICE_LOG_GROUP_NAMES,
  DEVICE_LOG_GROUPS,
  type DeviceLogGroup,
  type DeviceLogPage,
  type DeviceLogRow,
} from './device-log.ts'
export { event, EVENT_SEVERITY, type EventKind } from './event.ts'
export * from './facts.ts'
export { pendingPile, PENDING_STATES } from './pending-pile.ts'
export type { ConnectorLive, ConnectorView, PileLive, PileState } from './state.ts'
export { GATEWAY_PAGES } from './pages.ts'
export {
  type FrameProtocol,
  MAX_PARSE_LENGTH,
  MAX_PARSED_FIELDS,
  MAX_PARSED_FRAMES,
  type ParseAnswer,
  PARSE_PROTOCOLS,
  type ParsedEffect,
  type ParsedField,
  type ParsedFrame,
  type ParsedPart,
  type ParsedTone,
  type ParsedVerdict,
  type ParseProtocol,
} from './parsed-frame.ts'
export { type MapState, pointMap } from './point-map.ts'
export { type MapProtocol, MAP_PROTOCOLS, POLLED_PROTOCOLS } from './point-map/point.ts'
export { pointSource, type SourceHealth } from './point-source.ts'
