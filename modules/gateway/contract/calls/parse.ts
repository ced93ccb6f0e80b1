import { type CallResult, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'
import { FRAME_PROTOCOLS, MAX_PARSE_LENGTH, PARSE_PROTOCOLS } from '../parsed-frame.ts'

const secret = z.string().max(200)
const place = z.int().nullable()

const field = z.object({
  /** As the protocol's table calls it: `rates/tip/price`. */
  path: z.string(),
  /** Words of the path, from the outside in. */
  labels: z.array(z.string()),
  /** Bytes (of `bytes`) or characters (of `text`) of its part, the last one not included. */
  from: z.int(),
  to: z.int(),
  raw: z.string(),
  /** A decimal number in the wire's form when `isNumber`, else a text. */
  value: z.string(),
  isNumber: z.boolean(),
  unit: z.string().nullable(),
  /** What a coded value means. */
  meaning: z.string().nullable(),
  problem: z.string().nullable(),
})

const part = z.object({
  kind: z.enum(['bytes', 'text']),
  title: z.string(),
  /** Hexadecimal digits without gaps, or the text. */
  content: z.string(),
  fields: z.array(field),
})

const verdict = z.object({
  tone: z.enum(['good', 'bad', 'wait', 'idle']),
  text: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** Its place in the first part, when it has one. */
  from: place,
  to: place,
})

const effect = z.object({
  texts: z.array(z.string()),
  /** As it would go back over the wire. */
  answer: z.string().nullable(),
  facts: z.array(z.object({ name: z.string(), text: z.string() })),
})

const protocol = z.enum(FRAME_PROTOCOLS)
const parsedFrame = z.object({
  /** Counted from 1. */
  number: z.int(),
  /** Line of the input where it begins, counted from 1. */
  line: z.int(),
  protocol: protocol.nullable(),
  protocolName: z.string(),
  /** Why it was taken for that, and what else it could be; null when the protocol was given. */
  detected: z
    .object({ reason: z.string(), others: z.array(z.object({ protocol, name: z.string(), reason: z.string() })) })
    .nullable(),
  name: z.string(),
  /** The protocol's own word or number for the message: `StatusNotification`, `0x13`. */
  code: z.string(),
  /** `up`: from the pile, or a slave that answers; `down`: to it. */
  direction: z.enum(['up', 'down']).nullable(),
  parts: z.array(part),
  verdicts: z.array(verdict),
  problems: z.array(z.string()),
  effect: effect.nullable(),
})

/**
 * Frames decoded field by field, with what the platform would do; nothing is written and nothing is sent. It is a call
 * with a body, because a text does not fit an address, and keys belong into none.
 */
export const parseFrames = defineCall({
  method: 'POST',
  path: '/api/device/message/parse',
  access: 'gateway.frame:read',
  summary: 'decode frames',
  input: z.strictObject({
    /** Frames as hexadecimal digits, base64 or JSON, one after the other. */
    text: z.string().max(MAX_PARSE_LENGTH).optional(),
    /** Instead of a text: a stored frame, with its answer. */
    frame: z.string().max(40).optional(),
    protocol: z.enum(PARSE_PROTOCOLS).default('auto'),
    /** Of a partner of T/CEC 102; used for this answer and kept nowhere. */
    keys: z
      .strictObject({
        dataSecret: secret.optional(),
        dataSecretIv: secret.optional(),
        sigSecret: secret.optional(),
        accessToken: z.string().max(4_000).optional(),
      })
      .optional(),
  }),
  output: z.object({
    frames: z.array(parsedFrame),
    /** Whether something was left off because there was too much of it. */
    isCutOff: z.boolean(),
    /** Of the stored frame that was asked for. */
    stored: z
      .object({ frame: z.string(), pileId: z.string(), receivedAt: instant, direction: z.enum(['in', 'out']) })
      .nullable(),
  }),
})

export type ParseAnswer = CallResult<typeof parseFrames>
export type ParsedFrame = ParseAnswer['frames'][number]
/** What a frame consists of: its bytes or text, and for sealed data what was inside. */
export type ParsedPart = ParsedFrame['parts'][number]
/** One field, in words of the reader. */
export type ParsedField = ParsedPart['fields'][number]
/** One check of a frame: a checksum, a signature, a schema. */
export type ParsedVerdict = ParsedFrame['verdicts'][number]
export type ParsedTone = ParsedVerdict['tone']
/** What the platform does with such a frame; nothing of it was done. */
export type ParsedEffect = NonNullable<ParsedFrame['effect']>
