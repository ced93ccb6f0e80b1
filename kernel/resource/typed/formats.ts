import type { Field } from '../field.ts'

/**
 * Formats of texts. A text that breaks one is refused with the message `kernel.field.<fault>`, which states the rule with an
 * example, in forms, answers and imports alike.
 */
export interface TextFormat {
  readonly fits: (text: string) => boolean
  readonly fault: string
}

/** Mobiles and landlines of mainland China as digits; a landline may have an extension behind a hyphen. */
const MAINLAND = /^(?:1[3-9]\d{9}|0(?:10|2\d|[3-9]\d{2})[2-9]\d{6,7})$/
/** The same behind `+86`, where a landline has no leading 0. */
const MAINLAND_ABROAD = /^\+86(?:1[3-9]\d{9}|(?:10|2\d|[3-9]\d{2})[2-9]\d{6,7}|[48]00\d{7})$/
/** Service numbers: 400 and 800 numbers, and the short ones of companies, such as 95598. */
const SERVICE = /^(?:[48]00\d{7}|9[56]\d{3,6})$/
/** Numbers of other countries (E.164). */
const ABROAD = /^\+(?!86)[1-9]\d{6,14}$/

/** Returns whether a text is a phone number that can be called: the one rule for all phones. Spaces and hyphens may divide it. */
function isPhone(text: string): boolean {
  if (!/^\+?\d+(?:[ -]\d+)*$/.test(text)) return false
  const digits = text.replaceAll(/[ -]/g, '')
  if ([MAINLAND, MAINLAND_ABROAD, SERVICE, ABROAD].some(form => form.test(digits))) return true
  const [, called, extension] = /^(0.+)-(\d{1,6})$/.exec(text) ?? []
  return called !== undefined && extension !== undefined && MAINLAND.test(called.replaceAll(/[ -]/g, ''))
}

const matches = (pattern: RegExp) => (text: string) => pattern.test(text)

export const CODE: TextFormat = { fits: matches(/^[\p{L}\p{N}][\p{L}\p{N}\-_.:/#]*$/u), fault: 'notACode' }
export const PHONE: TextFormat = { fits: isPhone, fault: 'notAPhone' }
export const EMAIL: TextFormat = { fits: matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/), fault: 'notAnEmail' }
export const URL_HTTPS: TextFormat = { fits: matches(/^https:\/\/[^\s]+$/), fault: 'notAUrl' }
export const DEGREES: TextFormat = { fits: matches(/^-?\d{1,3}(\.\d{1,8})?$/), fault: 'notDegrees' }

const FORMATS: Readonly<Partial<Record<Field['kind'], TextFormat>>> = {
  code: CODE,
  phone: PHONE,
  email: EMAIL,
  url: URL_HTTPS,
}

/** Returns whether a value can have the format of its field; an empty one and one of another kind always can. */
export function fitsFormat({ kind, max }: Field, value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '') return true
  const format = FORMATS[kind]
  return format === undefined || (format.fits(value.trim()) && (max === undefined || value.length <= max))
}
