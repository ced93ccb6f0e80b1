import {
  displayEnergy,
  displayFen,
  displayPercent,
  displayPrice,
  type DisplayLocale,
  formatScaled,
  parseEnergy,
  parseFen,
  parsePpm,
  parsePrice,
  parseScaled,
} from '@wattyard/money'
import { DECIMALS, MONEY_SIGN, PRICE_UNIT } from '../units.ts'

/** Text for a value that is absent or cannot be read. */
export const NO_VALUE = '--'

export type DecimalKind = 'money' | 'price' | 'energy' | 'percent'

type Show = (text: string, lang: DisplayLocale) => string

/** With the decimals of the kind, and every further digit that there is. */
const EVERY_DIGIT: Readonly<Record<DecimalKind, Show>> = {
  money: (text, lang) => displayFen(parseFen(text), lang),
  price: (text, lang) => trimmed(displayPrice(parsePrice(text), lang), DECIMALS.price),
  energy: (text, lang) => trimmed(displayEnergy(parseEnergy(text), lang), DECIMALS.energy),
  percent: (text, lang) => trimmed(displayPercent(parsePpm(text), lang, 4), DECIMALS.percent),
}

const SHOW: Readonly<Record<DecimalKind, Show>> = {
  money: EVERY_DIGIT.money,
  // A price is agreed, not measured: outside columns none of its digits is dropped.
  price: EVERY_DIGIT.price,
  energy: (text, lang) => displayEnergy(parseEnergy(text), lang, DECIMALS.energy),
  percent: (text, lang) => displayPercent(parsePpm(text), lang, DECIMALS.percent),
}

/** Unit behind a value of each kind that stands alone; money and prices have their sign in front. */
export const UNIT_ALONE: Readonly<Record<DecimalKind, string>> = {
  money: '',
  price: PRICE_UNIT.slice(MONEY_SIGN.length),
  energy: 'kWh',
  percent: '%',
}

const IN_COLUMN: Readonly<Record<DecimalKind, Show>> = {
  ...SHOW,
  price: (text, lang) => displayPrice(parsePrice(text), lang, DECIMALS.price),
}

/** Returns decimal text of the wire for a column, as `showDecimal` does, but a price with exactly the decimals of its kind. */
export function showInColumn(kind: DecimalKind, text: unknown, lang: DisplayLocale): string {
  return readable(IN_COLUMN[kind], text, lang)
}

/** Returns a text with a decimal part without trailing zeros, except in the first `keep` decimals. */
function trimmed(text: string, keep: number): string {
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  let end = text.length
  while (end > point + 1 + keep && text[end - 1] === '0') end -= 1
  return text.slice(0, end === point + 1 ? point : end)
}

/**
 * Returns decimal text of the wire for people: grouped digits, the language's separators, the decimals of its kind, rounded half
 * up. A price keeps its further digits. Returns NO_VALUE for text it cannot read.
 */
export function showDecimal(kind: DecimalKind, text: unknown, lang: DisplayLocale): string {
  return readable(SHOW[kind], text, lang)
}

/** Returns decimal text of the wire as `showDecimal` does, with all its digits, for inputs and for what a person typed. */
export function showEveryDigit(kind: DecimalKind, text: unknown, lang: DisplayLocale): string {
  return readable(EVERY_DIGIT[kind], text, lang)
}

/** Returns a decimal text rounded half up to so many decimals, in the wire's form; any other text comes as it is. */
export function roundedText(text: string, decimals: number): string {
  try {
    return formatScaled(parseScaled(text, decimals, { round: 'half-up' }), decimals)
  } catch {
    return text
  }
}

function readable(show: Show, text: unknown, lang: DisplayLocale): string {
  if (typeof text !== 'string') return NO_VALUE
  try {
    return show(text, lang)
  } catch {
    return NO_VALUE // a server of another version may send text that this one cannot read; the page goes on
  }
}

/** Returns a decimal of any length with the language's decimal point and no grouping, for figures that people recalculate. */
export function showExact(text: string, lang: DisplayLocale): string {
  return lang === 'es' ? text.replace('.', ',') : text
}

/** Returns a decimal text of any length for people: grouped digits, the language's decimal point, every digit as it came. */
export function showDecimalText(text: string, lang: DisplayLocale): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const grouped = numberFormat(lang, 0, 0).format(BigInt(whole))
  return sign + grouped + (rest && (lang === 'es' ? ',' : '.') + rest)
}

/** Returns a quantity of the wire followed by its unit: `1,250 kVA`, `3,5 °C`. */
export function showQuantity(text: unknown, unit: string | undefined, lang: DisplayLocale): string {
  if (typeof text !== 'string') return NO_VALUE
  return unit ? `${showDecimalText(text, lang)} ${unit}` : showDecimalText(text, lang)
}

/** Returns a quantity for a column: exactly the decimals of its field, without the unit of the head. */
export function showQuantityInColumn(text: string, decimals: number, lang: DisplayLocale): string {
  const [, whole, rest = ''] = /^(-?\d+)(?:\.(\d*))?$/.exec(text) ?? []
  // A text that is no number comes as it is.
  if (whole === undefined || rest.length > decimals) return showDecimalText(text, lang)
  return showDecimalText(decimals === 0 ? whole : `${whole}.${rest.padEnd(decimals, '0')}`, lang)
}

/** Returns money that stands alone, with its sign behind the minus: `-¥3,50`. */
export function showMoney(text: unknown, lang: DisplayLocale): string {
  return withSign(showDecimal('money', text, lang))
}

/** Returns a shown amount or price with the sign of money behind its minus; what is unknown stays as it is. */
export function withSign(shown: string): string {
  return shown === NO_VALUE ? shown : shown.replace(/^-?/, `$&${MONEY_SIGN}`)
}

const WATTS_PER_KW = 1000
const DECIMALS_TO_THE_WATT = 3

/** Returns whole watts as kW for people: 7000 → `7.00`, 60548 → `60.55`. */
export function showPower(watts: unknown, lang: DisplayLocale): string {
  return showKilowatts(watts, lang, DECIMALS.power)
}

/** Returns whole watts as kW to the watt, for inputs and for what a person typed: 60548 → `60.548`. */
export function showEveryWatt(watts: unknown, lang: DisplayLocale): string {
  return showKilowatts(watts, lang, DECIMALS_TO_THE_WATT)
}

/** Returns a rated power in kW as a nameplate has it, without decimals that say nothing: 120000 → `120`, 3500 → `3.5`. */
export function showRatedPower(watts: unknown, lang: DisplayLocale): string {
  return showKilowatts(watts, lang, DECIMALS_TO_THE_WATT, 0)
}

function showKilowatts(watts: unknown, lang: DisplayLocale, most: number, least: number = DECIMALS.power): string {
  if (typeof watts !== 'number' || !Number.isFinite(watts)) return NO_VALUE
  return showNumber(watts / WATTS_PER_KW, lang, most, least)
}

/** Returns a measured number as a share in percent, without the sign: 47 → `47.0`. */
export function showShare(percent: number, lang: DisplayLocale): string {
  return showNumber(percent, lang, DECIMALS.percent, DECIMALS.percent)
}

const formats = new Map<string, Intl.NumberFormat>()

/** Returns the language's format. Spanish would group from five digits on, and the figures of a column would differ in form. */
function numberFormat(lang: DisplayLocale, maximumFractionDigits: number, minimumFractionDigits: number) {
  const key = `${lang}${maximumFractionDigits}-${minimumFractionDigits}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : lang, {
      maximumFractionDigits,
      minimumFractionDigits,
      useGrouping: 'always',
    })
    formats.set(key, format)
  }
  return format
}

/** Returns a count or measured number for people, with at most and at least so many decimals; never for money. */
export function showNumber(
  value: number,
  lang: DisplayLocale,
  maximumFractionDigits = 0,
  minimumFractionDigits = 0,
): string {
  return numberFormat(lang, maximumFractionDigits, minimumFractionDigits).format(value)
}
