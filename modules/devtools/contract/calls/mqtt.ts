import { defineCall, flagInput, wholeInput } from '@wattyard/calls'
import { z } from 'zod'
import { isTopic, MAX_PAYLOAD_BYTES, PAYLOAD_FORMS, payloadBytes } from '../mqtt.ts'

export const mqttBroker = defineCall({
  method: 'GET',
  path: '/api/devtools/mqtt/broker',
  access: 'devtools.mqtt:read',
  summary: 'where the broker is',
  input: z.strictObject({}),
  output: z.object({ address: z.string() }),
})

/** A QoS level, also as text, because forms cannot send numbers. */
export const qosInput = wholeInput(0, 2).pipe(z.union([z.literal(0), z.literal(1), z.literal(2)]))

export const publishMqtt = defineCall({
  method: 'POST',
  path: '/api/devtools/mqtt/publish',
  access: 'devtools.mqtt:publish',
  summary: 'publish a message at the broker',
  input: z
    .strictObject({
      topic: z.string().max(1_000).refine(isTopic, { error: 'notATopicName' }),
      payload: z.string().max(3 * MAX_PAYLOAD_BYTES),
      form: z.enum(PAYLOAD_FORMS).default('text'),
      qos: qosInput.default(0),
      retain: flagInput.default(false),
    })
    .refine(({ form, payload }) => payloadBytes(form, payload) !== null, { error: 'notAPayload', path: ['payload'] })
    .refine(({ form, payload }) => (payloadBytes(form, payload)?.length ?? 0) <= MAX_PAYLOAD_BYTES, {
      error: 'tooBig',
      path: ['payload'],
    }),
  output: z.object({ bytes: z.int() }),
})
