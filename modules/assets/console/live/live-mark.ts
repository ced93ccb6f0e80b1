import type { PileLiveStatus, StationLiveStatus } from '../../contract/index.ts'

/** Sign of each status, so that it is readable without its colour. */
export const LIVE_MARK: Readonly<Record<PileLiveStatus | StationLiveStatus, string>> = {
  fault: '!',
  offline: '×',
  partly: '×',
  never: '?',
  unavailable: '–',
  charging: '⚡',
  occupied: '◍',
  idle: '○',
  empty: '–',
  out: '–',
  retired: '–',
}
