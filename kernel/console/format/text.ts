import type { Language } from '@wattyard/resource'

/**
 * Returns the tags of a text split on whitespace, commas and semicolons, the full-width ones included (contract §5), without
 * empty or repeated ones.
 */
export function splitTags(text: string): string[] {
  return [...new Set(text.split(/[\s,;，；、]+/u).filter(tag => tag !== ''))]
}

const STEPS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/**
 * Returns a number abbreviated by thousands with k, M, G, T, P, E (contract §9), without trailing zeros, with its sign.
 * @param decimals largest number of digits after the point, 0…6
 */
export function abbreviate(value: number, decimals = 1): string {
  if (!Number.isFinite(value)) return '--'
  let step = 0
  let rest = Math.abs(value)
  // Rounding may carry into the next step: 999 960 is 1M, not 1000k.
  while (step < STEPS.length - 1 && Number(rest.toFixed(decimals)) >= 1000) {
    rest /= 1000
    step += 1
  }
  const digits = String(Number(rest.toFixed(decimals)))
  return `${value < 0 && Number(digits) !== 0 ? '-' : ''}${digits}${STEPS[step] ?? ''}`
}

/**
 * Returns a number with its abbreviation suffix, as the contract's `suffixNum`.
 * @throws TypeError for anything that is no number (contract §5)
 */
export function suffixNum(value: unknown, decimals = 1): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) throw new TypeError('suffixNum takes a number')
  return abbreviate(number, decimals)
}

/** Returns a text cut to `max` characters as a person counts them (graphemes), the ellipsis included. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), part => part.segment)
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

/**
 * Returns a phone number with its middle digits hidden: `13812345678` → `138 **** 5678`. For places that do not need the whole
 * number.
 */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/[\s-]/g, '')
  return digits.length < 7 ? digits : `${digits.slice(0, -8)} **** ${digits.slice(-4)}`.trimStart()
}

/** Returns JSON text indented, and any other text as it came. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Joins names within a sentence: `甲、乙` in Chinese, `A, B` in the other languages. */
export function joinNames(names: readonly string[], language: Language): string {
  return names.join(language === 'zh' ? '、' : ', ')
}
