import { useSyncExternalStore } from 'react'
import { dayOf } from '../format/time.ts'
import { createTicker } from './ticker.ts'

const AGES = createTicker(10_000)
const SECONDS = createTicker(1_000)

/** Returns the time, updated every ten seconds, for ages and "x minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(AGES.subscribe, AGES.read, AGES.read)
}

/** Returns today's day in a zone. A page that needs only the day is rendered at midnight, not every ten seconds. */
export function useToday(zone: string): string {
  const read = (): string => dayOf(AGES.read(), zone)
  return useSyncExternalStore(AGES.subscribe, read, read)
}

/** Returns the time, updated every second, for running clocks; render nothing but the figure with it. */
export function useSecond(): number {
  return useSyncExternalStore(SECONDS.subscribe, SECONDS.read, SECONDS.read)
}
