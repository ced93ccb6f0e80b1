import {
  type Field,
  type Language,
  longestText,
  numberFlaw,
  type NumberFlaw,
  showDecimalText,
} from '@wattyard/resource'
import { isBusinessDay } from '@wattyard/time'
import { missingKeys, type Values } from './form-values.ts'

/** What is wrong with an input: a word of the kit and what belongs into it. */
export interface Flaw {
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

const WORD_OF: Readonly<Record<NumberFlaw['fault'], string>> = {
  notANumber: 'kit.flaw.number',
  notWhole: 'kit.flaw.whole',
  tooManyDecimals: 'kit.flaw.decimals',
  tooSmall: 'kit.flaw.least',
  tooBig: 'kit.flaw.most',
}

/** Returns what is wrong with a number; a bound is written as the reader writes numbers. */
function numberFlawOf(field: Field, value: unknown, language: Language): Flaw | undefined {
  const flaw = numberFlaw(field, value)
  if (flaw === undefined) return undefined
  const bound = 'bound' in flaw ? showDecimalText(flaw.bound, language) : ''
  const params: Flaw['params'] = bound === '' ? {} : flaw.fault === 'tooSmall' ? { min: bound } : { max: bound }
  return { key: WORD_OF[flaw.fault], params }
}

/** Words of what more typing may still mend: `0` begins `0.5`, and `12.` is no number yet. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['kit.flaw.least', 'kit.flaw.number'])

/** Returns whether a text has what no number of the field has: letters, or a minus where nothing is negative. */
const isNoNumber = ({ min = -1 }: Field, value: unknown): boolean =>
  typeof value === 'string' && /[^\d.:]/.test(min < 0 ? value.replace('-', '') : value)

/**
 * Returns what can be seen to be wrong with a value while it is typed: a text that is too long, one that is no date or no number, a
 * number with too many decimals, one that is too large, or a negative one where there can be none.
 */
export function flawOf(field: Field, value: unknown, language: Language): Flaw | undefined {
  const number = numberFlawOf(field, value, language)
  if (number !== undefined) {
    if (isNoNumber(field, value)) return { key: 'kit.flaw.number', params: {} }
    return ON_THE_WAY.has(number.key) ? undefined : number
  }
  if (typeof value !== 'string' || value === '') return undefined
  if (field.kind === 'instant') return { key: 'kit.flaw.instant', params: { typed: value } }
  if (field.kind === 'businessDay' && !isBusinessDay(value)) return { key: 'kit.flaw.day', params: { typed: value } }
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

/**
 * Returns the messages that keep a form from being sent, by field: values that are missing, and the flaws of the others, numbers below
 * their bounds among them. The server checks everything else.
 */
export function messagesOf(
  fields: readonly (readonly [string, Field])[],
  values: Values,
  { t, language }: { readonly t: (key: string, params?: Flaw['params']) => string; readonly language: Language },
): Record<string, string> {
  const missing = missingKeys(fields, values).map(key => [key, t('kit.requiredField')] as const)
  const wrong = fields.flatMap(([key, field]) => {
    const flaw = flawOf(field, values[key], language) ?? numberFlawOf(field, values[key], language)
    return flaw ? [[key, t(flaw.key, flaw.params)] as const] : []
  })
  return Object.fromEntries([...missing, ...wrong])
}
