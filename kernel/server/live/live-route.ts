import type { ServerResponse } from 'node:http'
import { wholeInput } from '@wattyard/calls'
import { ownerField } from '@wattyard/resource'
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import { createPlaces } from '../fairness/places.ts'
import { askerFor } from '../http/recent-sessions.ts'
import { type Route, route } from '../http/route.ts'
import { whenOver } from '../http/when-over.ts'
import { KEPT_MS, type LiveBus, type LiveEvent } from './live-bus.ts'
import { mayHear } from './may-hear.ts'
import type { ResourceIndex } from '../resource/read-records.ts'
import type { SessionWatch } from './watch-sessions.ts'

/** Open streams at once: over all callers, of one tenant, of one session (a stream per tab that is open). */
export const MAX_STREAMS = { all: 2_000, group: 1_000, name: 20 }
const HEARTBEAT_MS = 15_000
/** A reader that lags this far is cut; it reconnects and re-reads. */
const MAX_BUFFER_BYTES = 1024 * 1024
/** A stream ends after this long and comes back with what its person may then; that its session is over it hears at once. */
const MAX_AGE_MS = 5 * 60_000
/** Events of one topic and key within this window leave as the last one only. */
const COALESCE_MS = 250

/** The stations of a caller's scope; null for who sees the whole tenant. A stream that begins asks once. */
export type StationsInReach = (tx: Tx, caller: Caller) => Promise<ReadonlySet<string> | null>

/**
 * `GET /chg/api/live?topics=a,b`: server-sent events (WHATWG HTML §9.2) inside the caller's tenant and scope. A stream ends
 * with the session it belongs to: signed out, revoked, its person disabled or its tenant suspended.
 */
export function liveRoute(
  bus: LiveBus,
  stationsInReach: StationsInReach,
  sessions: SessionWatch,
  index: Pick<ResourceIndex, 'byName'>,
): Route {
  const places = createPlaces(MAX_STREAMS)
  const isOwned = (topic: string): boolean => {
    const served = index.byName(topic)
    return served !== undefined && ownerField(served.resource) !== null
  }
  return route({
    method: 'GET',
    path: '/api/live',
    access: 'signed-in',
    input: z.strictObject({
      topics: z.string().max(500),
      /** Hears first what happened within so many ms: what is on screen may have been read before the stream was open. */
      recent: wholeInput(0, KEPT_MS).optional(),
    }),
    work: 'raw',
    guests: true,
    summary: 'live events',
    async handle({ caller, db, input, reply, request, closing }) {
      if (!caller) throw new Error('a signed-in route has a caller')
      // Counted before anything is waited for, and given back whichever way it ends: who leaves early must not stay counted.
      const leave = places.take(askerFor(caller))
      let isOver = false
      whenOver(request, reply, () => {
        isOver = true
        leave()
      })
      let stations: ReadonlySet<string> | null
      try {
        stations = await db.tenant(caller.tenantId, tx => stationsInReach(tx, caller))
      } catch (error) {
        leave()
        throw error
      }
      reply.hijack()
      if (isOver) return
      const topics = new Set(input.topics.split(',').slice(0, 20))
      const stream = openStream(reply.raw)
      const unsubscribe = bus.subscribe(event => {
        if (topics.has(event.topic) && mayHear(caller, stations, event, isOwned)) stream.tell(event)
      }, input.recent)
      const end = (): void => {
        // What waited to leave was heard while one might; nothing more is.
        unsubscribe()
        stream.end()
      }
      const unwatch = sessions.watch(db, caller, end)
      closing.addEventListener('abort', end)
      if (closing.aborted) end()
      whenOver(request, reply, () => {
        unsubscribe()
        unwatch()
        closing.removeEventListener('abort', end)
        stream.close()
      })
    },
  })
}

/** Writes events as they come, gathered for a moment, until `close`. */
function openStream(out: ServerResponse): { tell(event: LiveEvent): void; end(): void; close(): void } {
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  out.write('retry: 2000\n\n')
  let waiting = new Map<string, LiveEvent>()
  let id = 0
  const write = (text: string) => {
    if (out.writableLength > MAX_BUFFER_BYTES) out.destroy()
    else out.write(text)
  }
  const flush = () => {
    if (waiting.size === 0) return
    const events = waiting
    waiting = new Map()
    let text = ''
    for (const event of events.values())
      text += `id: ${++id}\ndata: ${JSON.stringify({ topic: event.topic, data: event.data })}\n\n`
    write(text)
  }
  const timer = setInterval(flush, COALESCE_MS)
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => out.end(), MAX_AGE_MS)
  return {
    end: () => void out.end(),
    tell: event => void waiting.set(keyOf(event), event),
    close() {
      clearInterval(timer)
      clearInterval(heartbeat)
      clearTimeout(end)
    },
  }
}

/** Events about the same thing replace each other while they wait. */
function keyOf(event: LiveEvent): string {
  const data = event.data
  const id = data !== null && typeof data === 'object' && 'id' in data ? String(data.id) : JSON.stringify(data)
  return `${event.topic}#${id}`
}
