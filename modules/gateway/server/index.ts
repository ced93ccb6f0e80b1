export {
  addCredential,
  addCredentials,
  fleetKey,
  type NewCredential,
  pilesWithKeys,
} from './connection/add-credential.ts'
export type { CommandResult, CommandRow, CommandState } from './command/command-store.ts'
export { commandEnds, type CommandEnding } from './command/command-ends.ts'
export { requestNumber } from './command/queue-command.ts'
export { createGateway, type Gateway, type GatewayOptions, type PileAsk } from './create-gateway.ts'
export { eventsPerSpan, failedCommands } from './log/count-days.ts'
export { forgetFrames } from './forget-frames.ts'
export { type InProcessDoor, inProcessDoor, type Line } from './in-process-door.ts'
export {
  DEFAULT_SETTINGS,
  HANDSHAKE_DEADLINE_MS,
  MAX_FRAME_BYTES,
  MAX_OPEN_HANDSHAKES,
  MAX_WAITING_COMMANDS,
  MAX_WAITING_EVENTS,
  MAX_WAITING_FRAMES,
  type Settings,
} from './limits.ts'
export type { MetricsView } from './metrics.ts'
export { FRAME_KEEP_DAYS, gatewayModule, type GatewayModuleOptions } from './module.ts'
export type { FactConsumer, PlacedStart, StartDecider, StartDecision, StartRequest } from './ports.ts'
export { modelsWithPoints, pilesReporting } from './points/uses-of-models.ts'
export {
  frameFor,
  framesByIds,
  framesOfSession,
  readTrace,
  type TraceEntry,
  type TraceQuery,
} from './state/read-frames.ts'
export { faultsOfPiles } from './state/read-faults.ts'
export { connectorStates, connectorReports, connectorViews, pileStates } from './state/read-states.ts'
export { refusedSessions, stoppedSessions, reportedSessions } from './state/stopped-sessions.ts'
export { backlogOf, waitingPiles } from './state/read-backlog.ts'
export { refreshLive } from './live/refresh-live.ts'
