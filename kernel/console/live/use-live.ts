import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api } from '../api/api.ts'
import { createLiveConnection, type LiveMessage, type LiveState } from './live-connection.ts'

const connection = createLiveConnection({
  open: topics => new EventSource(api.address('/api/live', { topics })),
  setTimer: (run, ms) => setTimeout(run, ms),
  // Only timers made by the line above come back.
  clearTimer: timer => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
})

/**
 * Hears live news of some topics (a topic is a resource name, such as `charging.session`) while the page is shown; all
 * pages of a browser tab share one stream. `onReturn` runs when the stream was lost and is back: read again then.
 */
export function useLive(
  topics: readonly string[],
  handler: (message: LiveMessage) => void,
  onReturn?: () => void,
): void {
  const hear = useEffectEvent(handler)
  const back = useEffectEvent(() => onReturn?.())
  const names = topics.join()
  useEffect(() => {
    if (names === '') return
    const stops = names.split(',').map(topic => connection.listen(topic, message => hear(message)))
    stops.push(connection.watch((_state, isReturn) => isReturn && back()))
    return () => {
      for (const stop of stops) stop()
    }
  }, [names])
}

/** State of the stream, for a "live" mark. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(listener => connection.watch(listener), connection.state)
}

/** At most one re-read in this time, however many events come. */
const REFRESH_MS = 1_000

/** Reads queries again when there is news of a topic: `useLiveRefresh(['charging.order'], ['charging.order'])`. */
export function useLiveRefresh(topics: readonly string[], queryKey: QueryKey): void {
  const client = useQueryClient()
  const read = (): void => {
    api.forgetReads()
    void client.invalidateQueries({ queryKey })
  }
  const readSoon = useEffectEvent(read)
  useLive(topics, () => soon(queryKey, readSoon), read)
}

const planned = new Map<string, ReturnType<typeof setTimeout>>()

function soon(key: QueryKey, run: () => void): void {
  const name = JSON.stringify(key)
  if (planned.has(name)) return
  planned.set(
    name,
    setTimeout(() => {
      planned.delete(name)
      run()
    }, REFRESH_MS),
  )
}
