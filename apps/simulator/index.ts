export {
  type Car,
  charge,
  isPileKind,
  patienceOf,
  PILE_KINDS,
  type PileKind,
  type Reading,
  readMeter,
  type Supply,
} from './charging.ts'
export type { Dialect, Message, PileSession, StopCause } from './dialect.ts'
export { createDialect16 } from './dialect16.ts'
export { createDialect201 } from './dialect201.ts'
export {
  createFleet,
  type Fleet,
  type FleetCounts,
  type FleetOptions,
  type FleetPile,
  MAX_FLEET,
} from './fleet.ts'
export { aCar, createVisits, drawUnderway, HOUR_WEIGHTS } from './visits.ts'
export { createRandom, type Random } from './random.ts'
export { type PileEvent, type PileOptions, VirtualPile } from './virtual-pile.ts'
export {
  type CompletedSession,
  type ConnectResult,
  createLoadClient,
  type Latency,
  type LoadAction,
  type LoadClient,
  type LoadClientOptions,
  type LoadResult,
  type SessionLoad,
  type SteadyLoad,
  type StormLoad,
  type StormResult,
} from './load-client.ts'
