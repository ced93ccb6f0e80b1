import { isBusinessDay } from '@wattyard/time'
import { z } from 'zod'

/* Schemas that calls share. Inputs accept texts as well, since queries and form bodies can only send texts; answers are JSON. */

/** Format of an id: a UUID in lower case. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const idInput = z.string().regex(ID, { error: 'notAnId' })

/** A day of the calendar, `YYYY-MM-DD`. */
export const dayInput = z.string().refine(isBusinessDay, { error: 'notADay' })

/** Characters of an id and the comma behind it. */
const ID_AND_COMMA = 37

/**
 * Returns a schema for several ids. A read has them in its address, as one text with commas between them (`encodeQuery` of the console); a
 * form body encodes a list of one as that one. An address leaves an empty list out, so one that may be empty may be absent.
 */
export function idsInput(most: number): z.ZodType<string[], string | readonly string[]>
export function idsInput(most: number, least: 0): z.ZodType<string[], string | readonly string[] | undefined>
export function idsInput(most: number, least: 0 | 1 = 1): z.ZodType<string[], string | readonly string[] | undefined> {
  const list = z.array(idInput).min(least).max(most)
  const text = z
    .string()
    .refine(ids => ids.length <= ID_AND_COMMA * most, { error: 'tooMany', params: { max: most }, abort: true })
    .transform(ids => (ids === '' ? [] : ids.split(',')))
  const ids = z.union([list, text.pipe(list)])
  return least === 0 ? ids.default([]) : ids
}

/** Returns a schema for a whole number from `min` to `max`, also as text; the output is a number. */
export function wholeInput(min: number, max: number): z.ZodType<number, number | string> {
  const text = z
    .string()
    .max(16)
    .regex(/^-?\d+$/, { error: 'notWhole' })
    .transform(Number)
  return z.union([z.number(), text]).pipe(z.number().int({ error: 'notWhole' }).min(min).max(max))
}

/** A boolean, also as text. */
export const flagInput = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])

/** Money, energy or a price as exact decimal text. Never a number, which would round. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/, { error: 'notADecimal' })

/** Labels of referenced records: resource name → id → label. */
export const labelsShape = z.record(z.string(), z.record(z.string(), z.string()))

/** An instant, epoch ms. */
export const instant = z.int()

/** An instant as input, epoch ms up to the year 2243, also as text. */
export const momentInput = wholeInput(0, 8_640_000_000_000)

/**
 * Characters that no stored text may contain: control characters except tab, line feed and carriage return, and lone surrogates.
 */
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Returns whether a text is free of characters that cannot be stored. Searches reject such texts too, because no field contains
 * them.
 */
export function isPlainText(text: string): boolean {
  return !FORBIDDEN.test(text)
}

/**
 * Returns whether a text has no tab and no line break of any kind. Names and numbers have to fit one line of a list or a file.
 */
export function isOneLine(text: string): boolean {
  return !/[\t\n\r\u0085\u2028\u2029]/.test(text)
}

/**
 * Returns whether a text does not change the direction of writing. Embeddings, overrides and isolates (UAX 9, 2.1 to 2.3) reverse
 * the text after them, so that one name can pass for another. The direction marks of Arabic and Hebrew are allowed.
 */
export function keepsDirection(text: string): boolean {
  return !/[\u202a-\u202e\u2066-\u2069]/.test(text)
}

/**
 * Returns whether every character of a text is seen: no controls, no formats such as the zero-width space, and no halves of
 * characters. Names that a rule is tied to need it, because they look like another otherwise.
 */
export function isSeen(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text)
}

/** Text of a quick search that is the call's whole input. */
export const searchWord = z.string().max(100).refine(isPlainText, { error: 'forbiddenCharacter' }).default('')
