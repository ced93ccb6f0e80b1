import { type Field, longestText, UNIT_ALONE } from '@wattyard/resource'
import { isBusinessDay } from '@wattyard/time'
import { missingKeys, type Values } from './form-values.ts'

/** What is wrong with an input: a word of the kit and what belongs into it. */
export interface Flaw {
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

/**
 * Returns what can be seen to be wrong with a value while it is typed: a text that is too long, one that is no date or no amount, or a
 * negative amount where there can be none. The server checks everything else.
 */
export function flawOf(field: Field, value: unknown): Flaw | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const { kind, min = -1 } = field
  if (kind in UNIT_ALONE && /[^\d.]/.test(min < 0 ? value.replace('-', '') : value))
    return { key: 'kit.flaw.number', params: {} }
  if (kind === 'instant') return { key: 'kit.flaw.instant', params: { typed: value } }
  if (kind === 'businessDay' && !isBusinessDay(value)) return { key: 'kit.flaw.day', params: { typed: value } }
  const max = longestText(field)
  if (max === undefined || value.length <= max) return undefined
  return { key: 'kit.flaw.tooLong', params: { max, over: value.length - max } }
}

/** Share of the longest text from which on its length is shown. */
const NEAR = 0.8

/** Returns the length of a text that comes near to the longest one, and that; undefined for others. */
export function lengthNearLimit(field: Field, value: unknown): { length: number; max: number } | undefined {
  const max = longestText(field)
  if (max === undefined || typeof value !== 'string' || value.length < max * NEAR) return undefined
  return { length: value.length, max }
}

/** Returns the messages that keep a form from being sent, by field: values that are missing, and the flaws of the others. */
export function messagesOf(
  fields: readonly (readonly [string, Field])[],
  values: Values,
  t: (key: string, params?: Flaw['params']) => string,
): Record<string, string> {
  const missing = missingKeys(fields, values).map(key => [key, t('kit.requiredField')] as const)
  const wrong = fields.flatMap(([key, field]) => {
    const flaw = flawOf(field, values[key])
    return flaw ? [[key, t(flaw.key, flaw.params)] as const] : []
  })
  return Object.fromEntries([...missing, ...wrong])
}
