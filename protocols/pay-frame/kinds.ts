import { type Fen, fen, FEN_SCALE, formatFen, parseFen } from '@wattyard/money'
import { formatInstant, parseLocalInstant } from '@wattyard/time'
import { z } from 'zod'

/**
 * Largest amount in one message: 100,000,000.00 yuan, the limit that Alipay documents for `total_amount`
 * (opendocs.alipay.com, alipay.trade.create). WeChat Pay documents none; a larger amount is a mistake there too.
 */
export const MAX_WIRE_FEN = 10_000_000_000n
const SECOND_MS = 1_000
/** Both channels write the time of China, which has no summer time. */
const CHINA = 'Asia/Shanghai'
const CHINA_OFFSET = '+08:00'
/** No payment is older; China had summer times before 1992. */
const FIRST_INSTANT = Date.UTC(2000, 0, 1)
const LAST_INSTANT = Date.UTC(2999, 11, 31)

const fenWithin = (least: bigint, most: bigint) =>
  z.custom<Fen>(value => typeof value === 'bigint' && value >= least && value <= most)

/** Kind of an amount: an integer of fen on the wire, `Fen` on our side. */
export function fenNumber(least: bigint) {
  return z.codec(z.int().min(Number(least)).max(Number(MAX_WIRE_FEN)), fenWithin(least, MAX_WIRE_FEN), {
    decode: value => fen(BigInt(value)),
    encode: value => Number(value),
  })
}

/**
 * Kind of an amount: decimal text of yuan on the wire, written with two decimals and read with up to two, `Fen` on our side.
 * Three decimals are refused, also when the third is zero.
 */
export function yuanText(least: bigint) {
  const wire = z.string().regex(new RegExp(`^(?:0|[1-9][0-9]{0,10})(?:\\.[0-9]{1,${FEN_SCALE}})?$`))
  return z.codec(wire, fenWithin(least, MAX_WIRE_FEN), { decode: value => parseFen(value), encode: formatFen })
}

/** Kind of a text with at most `most` characters and no control characters. */
export function text(most: number, least = 0) {
  return z.string().min(least).max(most).refine(isPrintable)
}

/** Kind of a text with at most `most` UTF-8 bytes and no control characters. */
export function textInBytes(most: number, least = 1) {
  return z
    .string()
    .min(least)
    .max(most)
    .refine(value => Buffer.byteLength(value, 'utf8') <= most && isPrintable(value))
}

/** Kind of an identifier: a text that matches entirely. */
export function matching(pattern: RegExp) {
  return z
    .string()
    .max(128)
    .regex(new RegExp(`^(?:${pattern.source})$`, pattern.flags))
}

/** Kind of an address with one of these schemes (`https:`), at most `most` characters, without user or fragment. */
export function address(schemes: readonly string[], most: number) {
  return z
    .string()
    .max(most)
    .refine(value => {
      const url = /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null
      return url !== null && schemes.includes(url.protocol) && url.username === '' && url.hash === ''
    })
}

/** Whole seconds: what both channels write. Fractions are read and cut. */
const instant = z.int().min(FIRST_INSTANT).max(LAST_INSTANT).multipleOf(SECOND_MS)

/** Kind of an instant: RFC 3339 with offset on the wire, written at +08:00; epoch ms of a whole second on our side. */
export function rfc3339() {
  const wire = matching(
    /2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})/,
  )
  return z.codec(wire, instant, {
    decode: (value, payload) => secondOf(value.replace(FRACTION, ''), 'YYYY-MM-DDTHH:mm:ssZ', payload),
    encode: value => `${formatInstant(value, CHINA).replace(' ', 'T')}${CHINA_OFFSET}`,
  })
}

/** Kind of an instant: `yyyy-MM-dd HH:mm:ss` of China on the wire; epoch ms of a whole second on our side. */
export function chinaTime() {
  const wire = matching(/2[0-9]{3}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?/)
  return z.codec(wire, instant, {
    decode: (value, payload) => secondOf(value.replace(FRACTION, ''), 'YYYY-MM-DD HH:mm:ss', payload),
    encode: value => formatInstant(value, CHINA),
  })
}

/** Kind of a day `yyyy-MM-dd` that exists. */
export function day() {
  return matching(/[0-9]{4}-[0-9]{2}-[0-9]{2}/).refine(
    value => parseLocalInstant(value, 'YYYY-MM-DD', 'UTC').kind === 'exact',
  )
}

const FRACTION = /\.[0-9]+/

function secondOf(value: string, format: string, payload: z.core.ParsePayload): number {
  const parsed = parseLocalInstant(value, format, CHINA)
  if (parsed.kind === 'exact') return parsed.at
  payload.issues.push({ code: 'custom', input: value, message: 'no such time' })
  return FIRST_INSTANT
}

function isPrintable(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return value.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(value)
}
