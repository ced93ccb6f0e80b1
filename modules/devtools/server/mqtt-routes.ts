import { createPlaces, Refusal, type Route, route, serveCall, whenOver } from '@wattyard/server-kit'
import { z } from 'zod'
import { mqttBroker, publishMqtt, qosInput } from '../contract/calls/mqtt.ts'
import { isTopicFilter, MAX_FILTERS, payloadBytes } from '../contract/mqtt.ts'
import type { MqttService, MqttListener, Subscription } from './mqtt-service.ts'

/** Most concurrent streams: in total, per tenant, per session. */
const MAX_STREAMS = { all: 50, group: 50, name: 10 }
const HEARTBEAT_MS = 15_000
/** A stream ends after this long and is opened again by the page, so that a revoked session cannot listen for ever. */
const MAX_AGE_MS = 5 * 60_000
/** A reader that lags this far is cut. */
const MAX_BUFFER_BYTES = 4 * 1024 * 1024

const wish = z.strictObject({
  filter: z.string().max(1_000).refine(isTopicFilter, { error: 'notATopic' }),
  qos: qosInput,
})

/** `[{"filter":"a/#","qos":1}]` as a query parameter, because a stream has no body. */
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

function stream(service: MqttService): Route {
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
        listener = await service.listen(input.wishes as Subscription[], event => {
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

const publish = (service: MqttService): Route =>
  serveCall(publishMqtt, {
    work: 'raw',
    async handle({ input: { topic, payload, form, qos, retain } }) {
      const bytes = Buffer.from(payloadBytes(form, payload) ?? [])
      try {
        await service.publish(topic, bytes, { qos, retain })
      } catch {
        throw new Refusal('devtools.brokerRefused', { status: 503, params: { seconds: 2 } })
      }
      return { bytes: bytes.length }
    },
  })

const broker = (service: MqttService): Route =>
  serveCall(mqttBroker, { work: 'raw', handle: async () => ({ address: await service.address() }) })

export const mqttRoutes = (service: MqttService): readonly Route[] => [
  broker(service),
  stream(service),
  publish(service),
]
