import type { ConnectorState, PileStatus, StationStatus } from '../words.ts'

/** What a pile does by its own reports and its connection, the most urgent first. */
export const REPORTED_STATES = ['fault', 'offline', 'never', 'unavailable', 'charging', 'occupied', 'idle'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

/**
 * Live status of a pile: what it reports, as long as the register says that it should work, or a car charges. The statuses are a partition: every
 * pile has exactly one, so numbers of home, wall and lists add up to all piles.
 */
export const PILE_LIVES = [...REPORTED_STATES, 'out', 'retired'] as const
export type PileLiveStatus = (typeof PILE_LIVES)[number]

/** Live status of a station, the most urgent first. */
export const STATION_LIVES = [
  'fault',
  'offline',
  'partly',
  'never',
  'unavailable',
  'charging',
  'idle',
  'empty',
  'out',
] as const
export type StationLiveStatus = (typeof STATION_LIVES)[number]

/** Number of piles in each live status; a status without piles may be missing. */
export type LiveCounts = Readonly<Partial<Record<PileLiveStatus, number>>>

/** Last report of a connector; number 0 is the pile itself. `at` is epoch ms. */
export interface LastReport {
  readonly connector: number
  readonly state: ConnectorState
  readonly at: number
}

/** Connection of a pile to the gateway; instants are epoch ms. */
export interface LastContact {
  readonly isOnline: boolean
  /** Start of the present connection; null when there is none on record. */
  readonly connectedAt: number | null
  /** Last contact; null for a pile that never connected. */
  readonly lastAt: number | null
}

/** What a pile does, and since when; `since` is epoch ms, and null when the pile never connected. */
export interface ReportedNow {
  readonly reported: ReportedState
  readonly since: number | null
}

/** A pile that reported nothing since its connection offers no charging yet. */
const NOTHING_REPORTED = 'unavailable'

/**
 * Status of a pile by the state of one of its connectors. T/CEC 102 has five connector states, OCPP nine (1.6) and five (2.0.1):
 *
 * | here | T/CEC 102 | OCPP 1.6 | OCPP 2.0.1 |
 * |---|---|---|---|
 * | `fault` | 255 | Faulted | Faulted |
 * | `charging` | 3 | Charging | Occupied, charging state Charging |
 * | `occupied` | 2, 4 | Preparing, SuspendedEV, SuspendedEVSE, Finishing, Reserved | Occupied otherwise, Reserved |
 * | `idle` | 1 | Available | Available |
 * | `unavailable` | 255 | Unavailable | Unavailable |
 * | `offline`, `never` | 0 | no connection | no connection |
 */
const OF_CONNECTOR: Readonly<Record<ConnectorState, ReportedState>> = {
  fault: 'fault',
  charging: 'charging',
  plugged: 'occupied',
  suspended: 'occupied',
  finishing: 'occupied',
  reserved: 'occupied',
  idle: 'idle',
  unavailable: 'unavailable',
  // Piles do not report this themselves; the connection decides.
  offline: 'unavailable',
}

/**
 * Order in which the connectors of a connected pile speak for it. A fault needs a person whatever the other connectors do. Then
 * comes what a driver would lose by a restart. A pile is idle when one connector is free, and unavailable only when none is.
 */
const SPEAKS_FIRST: readonly ReportedState[] = ['fault', 'charging', 'occupied', 'idle', 'unavailable']

/**
 * Returns what a pile does. A connection comes first: the last report of a pile that is gone describes the past. `reports` holds
 * the connectors in use, and connector 0; connector 0 counts only when it is in fault, because its other states say nothing about
 * the connectors.
 */
export function reportedOf(contact: LastContact, reports: readonly LastReport[]): ReportedNow {
  if (!contact.isOnline)
    return contact.lastAt === null ? { reported: 'never', since: null } : { reported: 'offline', since: contact.lastAt }
  const telling = reports.filter(({ connector, state }) => connector > 0 || state === 'fault')
  const told = new Set(telling.map(({ state }) => OF_CONNECTOR[state]))
  const reported = SPEAKS_FIRST.find(state => told.has(state))
  if (reported === undefined) return { reported: NOTHING_REPORTED, since: contact.connectedAt }
  const since = Math.min(...telling.filter(({ state }) => OF_CONNECTOR[state] === reported).map(({ at }) => at))
  return { reported, since }
}

/**
 * Returns the live status of a pile. A pile is in service when its register state is normal and its station is open. Others are
 * `out` unless a car charges: they count nowhere as a fault or as offline, because somebody is building or repairing them. Energy
 * that flows is counted wherever it does.
 */
export function pileLiveOf(
  reported: ReportedState,
  { status, stationStatus }: { status: PileStatus; stationStatus: StationStatus },
): PileLiveStatus {
  if (status === 'retired') return 'retired'
  const isInService = status === 'normal' && stationStatus === 'open'
  return isInService || reported === 'charging' ? reported : 'out'
}

/** Statuses of piles that are connected and in service. */
const CONNECTED: readonly PileLiveStatus[] = ['fault', 'unavailable', 'charging', 'occupied', 'idle']
/** Statuses of piles in service. */
export const IN_SERVICE: readonly PileLiveStatus[] = REPORTED_STATES

/**
 * Filters of the piles that are registered and never connected, whatever the register says of them: those of a station under
 * construction wait for a technician too. Retired ones no longer wait.
 */
export const NEVER_CONNECTED = { reported: ['never'], live: ['never', 'out'] } as const satisfies {
  readonly reported: readonly ReportedState[]
  readonly live: readonly PileLiveStatus[]
}

/** Returns how many piles have one of the statuses. */
export const sumOfLives = (counts: LiveCounts, of: readonly PileLiveStatus[]): number =>
  of.reduce((sum, live) => sum + (counts[live] ?? 0), 0)

/** Statuses of piles at which a driver charges or could. */
const USABLE: readonly PileLiveStatus[] = ['charging', 'occupied', 'idle']

/**
 * Returns how many of the piles in service are usable. Piles that have not connected yet are not installed and count in neither
 * number; null without any others.
 */
export function availabilityOf(counts: LiveCounts): { usable: number; installed: number } | null {
  const installed = sumOfLives(counts, IN_SERVICE) - (counts.never ?? 0)
  return installed === 0 ? null : { usable: sumOfLives(counts, USABLE), installed }
}

/**
 * Returns the live status of a station by its piles: `out` unless it is open, `empty` without piles in service; one pile in fault
 * makes it `fault`; `offline` when none is connected and `partly` when some are away. Piles that never connected are not installed
 * yet and decide only where there are no others.
 */
export function stationLiveOf(status: StationStatus, counts: LiveCounts): StationLiveStatus {
  if (status !== 'open') return 'out'
  const has = (...of: PileLiveStatus[]): boolean => sumOfLives(counts, of) > 0
  if (!has(...IN_SERVICE)) return 'empty'
  if (has('fault')) return 'fault'
  if (!has(...CONNECTED)) return has('offline') ? 'offline' : 'never'
  if (has('offline')) return 'partly'
  if (has('charging', 'occupied')) return 'charging'
  return has('idle') ? 'idle' : 'unavailable'
}

/** Data of the live topic `assets.pile` when the live status of a pile changed. */
export interface PileLiveNews {
  readonly id: string
  readonly live: PileLiveStatus
  readonly reported: ReportedState
  /** Epoch ms. */
  readonly liveSince: number | null
}
