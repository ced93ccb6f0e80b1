import { createPlaces, flagInput, Refusal, type Route, route, whenOver, wholeInput } from '@wattyard/server-kit'
import { z } from 'zod'
import { MAX_FILTERS, MAX_PAYLOAD_BYTES, PAYLOAD_FORMS } from '../contract/mqtt.ts'
import type { MqttDesk, MqttListener, Wish } from './mqtt-desk.ts'
import { isTopic, isTopicFilter } from './topic.ts'

/** Pages that listen at once: of all people, of one tenant, of one session. */
const MAX_STREAMS = { all: 50, group: 50, name: 10 }
const HEARTBEAT_MS = 15_000
/** A stream ends after this long and is opened again by the page, so that a revoked session cannot listen for ever. */
const MAX_AGE_MS = 5 * 60_000
/** A reader that lags this far is cut. */
const MAX_BUFFER_BYTES = 4 * 1024 * 1024

/** A level, or its text: forms know no numbers. */
const qos = wholeInput(0, 2).pipe(z.union([z.literal(0), z.literal(1), z.literal(2)]))
const wish = z.strictObject({
  filter: z.string().max(1_000).refine(isTopicFilter, { error: 'badFormat' }),
  qos,
})

/** `[{"filter":"a/#","qos":1}]` as one word of the address: a stream has no body. */
const wishes = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'badFormat' })
      return z.NEVER
    }
  })
  .pipe(z.array(wish).min(1).max(MAX_FILTERS))

function stream(desk: MqttDesk): Route {
  const places = createPlaces(MAX_STREAMS)
  return route({
    method: 'GET',
    path: '/api/devtools/mqtt/stream',
    access: 'devtools.mqtt:read',
    input: z.strictObject({ wishes }),
    work: 'raw',
    summary: 'messages of the broker as they come',
    async handle({ caller, input, reply, request }) {
      if (!caller) throw new Error('a route with a permission has a caller')
      const leave = places.take({ kind: 'people', group: caller.tenantId, name: caller.sessionId })
      reply.hijack()
      const out = reply.raw
      out.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      out.write('retry: 2000\n\n')
      const heartbeat = setInterval(() => out.write(': still here\n\n'), HEARTBEAT_MS)
      const end = setTimeout(() => out.end(), MAX_AGE_MS)
      let gone = false
      let listener: MqttListener | null = null
      whenOver(request, reply, () => {
        gone = true
        leave()
        clearInterval(heartbeat)
        clearTimeout(end)
        listener?.close()
      })
      try {
        listener = await desk.listen(input.wishes as Wish[], event => {
          if (out.writableLength > MAX_BUFFER_BYTES) out.destroy()
          else out.write(`data: ${JSON.stringify(event)}\n\n`)
        })
        if (gone) listener.close()
      } catch {
        // The page tries again, as after any end of a stream.
        out.end()
      }
    },
  })
}

const bytesOf = (form: (typeof PAYLOAD_FORMS)[number], payload: string): Buffer =>
  form === 'hex' ? Buffer.from(payload.replaceAll(/\s/g, ''), 'hex') : Buffer.from(payload, 'utf8')

const publishInput = z
  .strictObject({
    topic: z.string().max(1_000).refine(isTopic, { error: 'badFormat' }),
    payload: z.string().max(3 * MAX_PAYLOAD_BYTES),
    form: z.enum(PAYLOAD_FORMS).default('text'),
    qos: qos.default(0),
    retain: flagInput.default(false),
  })
  .refine(({ form, payload }) => form !== 'hex' || /^(?:[0-9a-f]{2})*$/i.test(payload.replaceAll(/\s/g, '')), {
    error: 'badFormat',
    path: ['payload'],
  })
  .refine(({ form, payload }) => bytesOf(form, payload).length <= MAX_PAYLOAD_BYTES, {
    error: 'tooBig',
    path: ['payload'],
  })

const publish = (desk: MqttDesk): Route =>
  route({
    method: 'POST',
    path: '/api/devtools/mqtt/publish',
    access: 'devtools.mqtt:publish',
    input: publishInput,
    work: 'raw',
    summary: 'publish a message at the broker',
    async handle({ input: { topic, payload, form, qos: level, retain } }) {
      const bytes = bytesOf(form, payload)
      try {
        await desk.publish(topic, bytes, { qos: level, retain })
      } catch {
        throw new Refusal('devtools.brokerRefused', { status: 503, params: { seconds: 2 } })
      }
      return { bytes: bytes.length }
    },
  })

const broker = (desk: MqttDesk): Route =>
  route({
    method: 'GET',
    path: '/api/devtools/mqtt/broker',
    access: 'devtools.mqtt:read',
    input: z.strictObject({}),
    work: 'raw',
    summary: 'where the broker is',
    handle: async () => ({ address: await desk.address() }),
  })

export const mqttRoutes = (desk: MqttDesk): readonly Route[] => [broker(desk), stream(desk), publish(desk)]
