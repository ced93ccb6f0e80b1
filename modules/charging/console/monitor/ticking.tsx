import { Duration } from '@wattyard/console-kit'
import { useSyncExternalStore } from 'react'

const SECOND_MS = 1_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, SECOND_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Time since a moment, every second on our own clock; one timer for all rows, and only the figure is drawn again. */
export function Ticking({ since }: { since: number }) {
  const at = useSyncExternalStore(subscribe, () => now)
  return <Duration seconds={Math.max(0, Math.floor((at - since) / SECOND_MS))} />
}
