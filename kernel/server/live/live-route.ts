import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import { type Route, route } from '../http/route.ts'
import { Refusal } from '../refusal.ts'
import type { LiveBus, LiveEvent } from './live-bus.ts'
import { mayHear } from './may-hear.ts'
import type { SessionWatch } from './watch-sessions.ts'

/** Open streams at once, over all callers. */
export const MAX_STREAMS = 2_000
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
export function liveRoute(bus: LiveBus, stationsInReach: StationsInReach, sessions: SessionWatch): Route {
  let open = 0
  return route({
    method: 'GET',
    path: '/api/live',
    access: 'signed-in',
    input: z.strictObject({ topics: z.string().max(500) }),
    work: 'raw',
    guests: true,
    summary: 'live events',
    async handle({ caller, db, input, reply, request }) {
      if (!caller) throw new Error('a signed-in route has a caller')
      if (open >= MAX_STREAMS) throw new Refusal('kernel.busy', { status: 503, params: { seconds: 10 } })
      const topics = new Set(input.topics.split(',').slice(0, 20))
      const stations = await db.tenant(caller.tenantId, tx => stationsInReach(tx, caller))
      reply.hijack()
      const out = reply.raw
      out.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      out.write('retry: 2000\n\n')
      open++
      let waiting = new Map<string, LiveEvent>()
      let id = 0
      const flush = () => {
        if (waiting.size === 0) return
        const events = waiting
        waiting = new Map()
        let text = ''
        for (const event of events.values())
          text += `id: ${++id}\ndata: ${JSON.stringify({ topic: event.topic, data: event.data })}\n\n`
        if (out.writableLength > MAX_BUFFER_BYTES) out.destroy()
        else out.write(text)
      }
      const unsubscribe = bus.subscribe(event => {
        if (topics.has(event.topic) && mayHear(caller, stations, event)) waiting.set(keyOf(event), event)
      })
      const timer = setInterval(flush, COALESCE_MS)
      const heartbeat = setInterval(() => out.write(': still here\n\n'), HEARTBEAT_MS)
      const end = setTimeout(() => out.end(), MAX_AGE_MS)
      const unwatch = sessions.watch(db, caller, () => {
        // What waited to leave was heard while one might; nothing more is.
        unsubscribe()
        out.end()
      })
      request.raw.once('close', () => {
        open--
        unsubscribe()
        unwatch()
        clearInterval(timer)
        clearInterval(heartbeat)
        clearTimeout(end)
      })
    },
  })
}

/** Events about the same thing replace each other while they wait. */
function keyOf(event: LiveEvent): string {
  const data = event.data
  const id = data !== null && typeof data === 'object' && 'id' in data ? String(data.id) : JSON.stringify(data)
  return `${event.topic}#${id}`
}
