import { type CallResult, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'
import { FRAME_PROTOCOLS, MAX_PARSE_LENGTH, PARSE_PROTOCOLS } from '../parsed-frame.ts'

const secret = z.string().max(200)
const place = z.int().nullable()

const field = z.object({
  /** Path in the protocol's table: `rates/tip/price`. */
  path: z.string(),
  /** Labels of the path's elements, outermost first. */
  labels: z.array(z.string()),
  /** Start and end (exclusive) within its part, in bytes (of `bytes`) or characters (of `text`). */
  from: z.int(),
  to: z.int(),
  raw: z.string(),
  /** Decimal number when `isNumber`, else text. */
  value: z.string(),
  isNumber: z.boolean(),
  unit: z.string().nullable(),
  /** Meaning of a coded value. */
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
  /** Line of the input where the frame begins, counted from 1. */
  line: z.int(),
  protocol: protocol.nullable(),
  protocolName: z.string(),
  /** Reason for the detected protocol, and other candidates; null when the protocol was given. */
  detected: z
    .object({ reason: z.string(), others: z.array(z.object({ protocol, name: z.string(), reason: z.string() })) })
    .nullable(),
  name: z.string(),
  /** Name or number of the message in the protocol: `StatusNotification`, `0x13`. */
  code: z.string(),
  /** `up`: from the pile, or an answering slave; `down`: to it. */
  direction: z.enum(['up', 'down']).nullable(),
  parts: z.array(part),
  verdicts: z.array(verdict),
  problems: z.array(z.string()),
  effect: effect.nullable(),
})

/**
 * Decodes frames field by field and shows what the platform would do with them. It writes and sends nothing. It takes a body
 * because the text does not fit a URL, and keys do not belong into one.
 */
export const parseFrames = defineCall({
  method: 'POST',
  path: '/api/device/message/parse',
  access: 'gateway.frame:read',
  summary: 'decode frames',
  input: z.strictObject({
    /** Consecutive frames as hexadecimal digits, base64 or JSON. */
    text: z.string().max(MAX_PARSE_LENGTH).optional(),
    /** Id of a stored frame, to be decoded with its answer instead of a text. */
    frame: z.string().max(40).optional(),
    protocol: z.enum(PARSE_PROTOCOLS).default('auto'),
    /** Keys of a T/CEC 102 partner. They are used for this answer only and not stored. */
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
    /** Whether the limit of the answer was exceeded and frames were left out. */
    isCutOff: z.boolean(),
    /** The requested stored frame. */
    stored: z
      .object({ frame: z.string(), pileId: z.string(), receivedAt: instant, direction: z.enum(['in', 'out']) })
      .nullable(),
  }),
})

export type ParseAnswer = CallResult<typeof parseFrames>
export type ParsedFrame = ParseAnswer['frames'][number]
/** Part of a frame: its bytes or text, or the decrypted content of sealed data. */
export type ParsedPart = ParsedFrame['parts'][number]
/** One field, with labels in the reader's language. */
export type ParsedField = ParsedPart['fields'][number]
/** One check of a frame: a checksum, a signature or a schema. */
export type ParsedVerdict = ParsedFrame['verdicts'][number]
export type ParsedTone = ParsedVerdict['tone']
/** Effect that such a frame has on the platform. Nothing of it was executed. */
export type ParsedEffect = NonNullable<ParsedFrame['effect']>
