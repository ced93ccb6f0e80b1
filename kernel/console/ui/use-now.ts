import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, every ten seconds, for ages and "x minutes ago"; one timer for all. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () =>
    timer ? now : (now = Math.max(now, Math.floor(Date.now() / TICK_MS) * TICK_MS)),
  )
}
