import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'
import { CHANNELS } from '../channel.ts'
import { CLOCK_TIME } from '../quiet-hours.ts'

const channels = z.array(z.enum(CHANNELS))
const time = z
  .union([z.null(), z.literal('').transform(() => null), z.string().regex(CLOCK_TIME, { error: 'notATime' })])
  .default(null)
// A list instead of a record: names of kinds contain dots, which form encoding treats as levels.
const offInput = z.array(z.strictObject({ kind: z.string().max(80), channels: channels.max(CHANNELS.length) })).max(200)

/** A person's own preferences, with the kinds that they can be set for. */
const output = z.object({
  off: z.array(z.object({ kind: z.string(), channels })),
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  kinds: z.array(z.object({ name: z.string(), word: z.string(), compulsory: z.boolean(), channels })),
  /** Addresses that the person has. A channel without an address cannot be used. */
  has: z.object({ mail: z.boolean(), sms: z.boolean(), wechat: z.boolean() }),
})

export const ownPreference = defineCall({
  method: 'GET',
  path: '/api/msg/preference/get',
  access: 'signed-in',
  summary: 'which messages reach the caller by which ways, and what they have switched off',
  input: z.strictObject({}),
  output,
})
export type PreferenceView = CallAnswer<typeof ownPreference>

export const savePreference = defineCall({
  method: 'POST',
  path: '/api/msg/preference/save',
  access: 'signed-in',
  summary: 'switches ways off by kind, and sets quiet hours',
  input: z.strictObject({
    // A form encodes the empty list as an empty text.
    off: z.union([z.literal('').transform(() => []), offInput]).default([]),
    quietFrom: time,
    quietTo: time,
  }),
  output,
})
