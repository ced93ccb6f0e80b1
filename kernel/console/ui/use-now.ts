import { useSyncExternalStore } from 'react'
import { createTicker } from './ticker.ts'

const AGES = createTicker(10_000)
const SECONDS = createTicker(1_000)

/** The time, every ten seconds, for ages and "x minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(AGES.subscribe, AGES.read, AGES.read)
}

/** The time, every second, for what is seen running; draw nothing but the figure with it. */
export function useSecond(): number {
  return useSyncExternalStore(SECONDS.subscribe, SECONDS.read, SECONDS.read)
}
