import { z } from 'zod'

/*
 * Shapes that calls share. What comes in may be text, since queries and form bodies can send nothing else; what goes out
 * is JSON.
 */

/** Form of an id: a UUID in lower case. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const idInput = z.string().regex(ID, { error: 'notAnId' })

/** Returns a whole number from `min` to `max`, or its text. */
export function wholeInput(min: number, max: number): z.ZodType<number, number | string> {
  const text = z
    .string()
    .max(16)
    .regex(/^-?\d+$/)
    .transform(Number)
  return z.union([z.number(), text]).pipe(z.number().int().min(min).max(max))
}

/** True or false, or the text of it. */
export const flagInput = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])

/** Money, energy or a price as exact decimal text: never a number, which would round. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** Texts of what records point at: resource name → id → label. */
export const labelsShape = z.record(z.string(), z.record(z.string(), z.string()))

/** A moment, epoch ms. */
export const instant = z.int()

/** A moment that somebody asks by, up to the year 2243; or its text. */
export const momentInput = wholeInput(0, 8_640_000_000_000)

/** Characters that no stored text may hold: controls except tab and newline, lone surrogates, U+0000. */
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Returns whether a text can be stored and found again as it is: what no field takes, no search needs to look for. */
export function isPlainText(text: string): boolean {
  return !FORBIDDEN.test(text)
}

/** Returns whether a text has no line break of any kind and no tab: names and numbers stand in one line of a list or a file. */
export function isOneLine(text: string): boolean {
  return !/[\t\n\r\u0085\u2028\u2029]/.test(text)
}

/**
 * Returns whether a text leaves the direction of writing alone: embeddings, overrides and isolates (UAX 9, 2.1 to 2.3) turn
 * round what stands behind them, so that a name can pass for another one. The marks of Arabic and Hebrew are no such.
 */
export function keepsDirection(text: string): boolean {
  return !/[\u202a-\u202e\u2066-\u2069]/.test(text)
}

/** What a quick search looks for, where it is the whole input. */
export const searchWord = z.string().max(100).refine(isPlainText, { error: 'forbiddenCharacter' }).default('')
