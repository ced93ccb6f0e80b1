import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../api/api.ts'
import { gather } from './gather.ts'
import { createLiveConnection, type LiveMessage, type LiveState } from './live-connection.ts'

const connection = createLiveConnection({
  open: (topics, recent) => new EventSource(api.address('/api/live', { topics, recent: Math.round(recent) })),
  now: () => performance.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  // Only timers made by the line above are passed back.
  clearTimer: timer => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
})

/**
 * Receives live events of topics (a topic is a resource name, such as `charging.session`) while the page is shown; all pages of a
 * browser tab share one stream. `onReturn` runs when a lost stream is back, so that the page can read again.
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

/** Tells the state of the stream whenever it changes, until the returned function is called. */
export const watchLive = (watcher: (state: LiveState) => void): (() => void) => connection.watch(watcher)

const REFRESH_MS = 1_000

/**
 * Invalidates queries when an event of a topic arrives: `useLiveRefresh(['charging.order'], ['charging.order'])`. It does so at
 * most once in `every_ms`, because a busy fleet sends many events per second. A planned refresh also runs after the page was
 * left, so that the page does not return with old figures.
 */
export function useLiveRefresh(topics: readonly string[], queryKey: QueryKey, every_ms = REFRESH_MS): void {
  const client = useQueryClient()
  const read = (): void => {
    api.forgetReads()
    void client.invalidateQueries({ queryKey })
  }
  useLive(topics, () => gather(JSON.stringify(queryKey), every_ms, read), read)
}
