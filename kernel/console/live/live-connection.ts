import { backOffMs } from '../api/retry.ts'

export interface LiveMessage {
  readonly topic: string
  readonly data: unknown
}

/** State of the stream. `connected` after `lost` means that events may have been missed and the data must be read again. */
export type LiveState = 'idle' | 'connecting' | 'connected' | 'lost'

/** The used part of EventSource; tests pass their own. */
export interface LiveSource {
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent<string>) => void) | null
  onerror: ((event: Event) => void) | null
  close(): void
}

interface World {
  /** @param recent_ms how long ago news may have been missed, which the server tells again */
  open(topics: readonly string[], recent_ms: number): LiveSource
  /** Epoch ms, or any clock that only goes on. */
  now(): number
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
  random(): number
}

/** Topics change in bursts while a page is being built; the stream is reopened once per burst. */
const SETTLE_MS = 50
/** A request takes this long at most to reach the server, which counts back from its arrival. */
const SLACK_MS = 1_000
/** As long as the server keeps events. */
const MAX_RECENT_MS = 10_000
/** Largest number of topics that the server accepts in one stream. */
export const MAX_TOPICS = 20

function readMessage(text: string): LiveMessage | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (parsed !== null && typeof parsed === 'object' && 'topic' in parsed && typeof parsed.topic === 'string')
      return { topic: parsed.topic, data: 'data' in parsed ? parsed.data : undefined }
  } catch {
    // Not a message of the server; the stream goes on.
  }
  return undefined
}

/**
 * Creates one stream for all listeners of a browser tab. It carries the topics in use and is opened anew when they change, and with
 * back-off when it is lost. A new stream asks for what happened since nobody listened: a page reads its records before its topics are
 * open. The server keeps events for seconds only, so watchers are told when a lost stream is back.
 */
export function createLiveConnection(world: World) {
  const listeners = new Map<string, Set<(message: LiveMessage) => void>>()
  const watchers = new Set<(state: LiveState, isReturn: boolean) => void>()
  let source: LiveSource | undefined
  let opened = ''
  let state: LiveState = 'idle'
  let wasLost = false
  let attempt = 0
  /** Since when some topic in use was heard by no stream; null when all are heard. */
  let deafSince: number | null = null
  let timer: unknown

  const topics = (): string[] => [...listeners.keys()].sort().slice(0, MAX_TOPICS)

  function become(next: LiveState): void {
    const isReturn = next === 'connected' && wasLost
    if (next === 'lost') wasLost = true
    if (next === 'connected') wasLost = false
    state = next
    for (const tell of watchers) tell(next, isReturn)
  }

  function shut(): void {
    if (source) deafSince ??= world.now()
    source?.close()
    source = undefined
    opened = ''
  }

  function settle(): void {
    timer = undefined
    const wanted = topics()
    if (wanted.join() === opened) return
    shut()
    if (wanted.length === 0) return become('idle')
    opened = wanted.join()
    if (state !== 'lost') become('connecting')
    const since = deafSince ?? world.now()
    const mine = world.open(wanted, Math.min(world.now() - since + SLACK_MS, MAX_RECENT_MS))
    source = mine
    mine.onopen = () => {
      deafSince = null
      attempt = 0
      become('connected')
    }
    mine.onmessage = event => {
      const message = readMessage(event.data)
      if (message) for (const listener of listeners.get(message.topic) ?? []) listener(message)
    }
    mine.onerror = () => {
      if (source !== mine) return
      // Reconnecting is up to this code: EventSource gives up for good on an HTTP error, and has no back-off.
      shut()
      become('lost')
      attempt += 1
      plan(backOffMs(Math.min(attempt, 6), world.random()))
    }
  }

  function plan(ms: number): void {
    if (timer !== undefined) world.clearTimer(timer)
    timer = world.setTimer(settle, ms)
  }

  return {
    listen(topic: string, listener: (message: LiveMessage) => void): () => void {
      if (!listeners.has(topic)) deafSince ??= world.now()
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      if (state !== 'lost') plan(SETTLE_MS)
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(topic)
        if (state !== 'lost' || listeners.size === 0) plan(SETTLE_MS)
      }
    },
    watch(watcher: (state: LiveState, isReturn: boolean) => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    state: (): LiveState => state,
  }
}
