import { type CallAnswer, defineCall, flagInput, wholeInput } from '@wattyard/calls'
import { z } from 'zod'
import { MAX_ADDRESS, TRIAL_RESULTS } from '../assistant.ts'

const CONFIGURE = 'help.assistant:configure'
const MAX_LIMIT = 100_000
const MAX_KEY = 500

export const assistantTicket = defineCall({
  method: 'GET',
  path: '/api/ai/getToken',
  access: 'help.assistant:ask',
  summary: 'a ticket for a question to the assistant',
  input: z.strictObject({}),
  /** A ticket for the product's own stream, never the service's key. */
  output: z.object({
    token: z.string(),
    expiresIn_s: z.number(),
    /** Path for questions, below `/chg`. */
    path: z.string(),
  }),
})

/** A tenant's settings. The key itself is never sent. */
const settings = z.object({
  isOn: z.boolean(),
  baseUrl: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  perPersonDay: z.int(),
  perTenantDay: z.int(),
})
export type AssistantSettings = z.output<typeof settings>

// Settings decide where the questions of all colleagues are sent, so they are for people who see the whole tenant.
export const assistantSettings = defineCall({
  method: 'GET',
  path: '/api/ai/settings/get',
  access: CONFIGURE,
  wholeTenant: true,
  summary: 'how the assistant is set up, without its key',
  input: z.strictObject({}),
  output: settings,
})

export const saveAssistantSettings = defineCall({
  method: 'POST',
  path: '/api/ai/settings/save',
  access: CONFIGURE,
  wholeTenant: true,
  summary: 'set the assistant up',
  input: z.strictObject({
    isOn: flagInput,
    baseUrl: z.string().trim().max(MAX_ADDRESS),
    model: z.string().trim().max(100),
    /** New key; '' removes the stored one, absence keeps it. */
    key: z.string().trim().max(MAX_KEY).optional(),
    perPersonDay: wholeInput(1, MAX_LIMIT),
    perTenantDay: wholeInput(1, MAX_LIMIT),
  }),
  output: settings,
})

export const tryAssistant = defineCall({
  method: 'POST',
  path: '/api/ai/settings/try',
  access: CONFIGURE,
  wholeTenant: true,
  summary: 'ask the service one word',
  input: z.strictObject({}),
  output: z.object({
    result: z.enum(TRIAL_RESULTS),
    /** HTTP status of the service, when it answered. */
    status: z.int().nullable(),
    took_ms: z.number(),
  }),
})
export type Trial = CallAnswer<typeof tryAssistant>
