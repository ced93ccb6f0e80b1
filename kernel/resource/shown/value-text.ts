import type { DisplayLocale } from '@wattyard/money'
import { formatInstant, isZone, NO_INSTANT } from '@wattyard/time'
import type { Labels } from '../answers.ts'
import { dictionaryOf } from '../dictionary.ts'
import type { Field, FieldKindName } from '../field.ts'
import { FILE_LABELS } from '../file-field.ts'
import { plainText, type RichText } from '../rich-text.ts'
import { asText } from './as-text.ts'
import { showDuration } from './duration.ts'
import {
  type DecimalKind,
  NO_VALUE,
  showDecimal,
  showDecimalText,
  showEveryDigit,
  showEveryWatt,
  showMoney,
  showNumber,
  showPower,
  showQuantity,
  showQuantityInColumn,
  UNIT_ALONE,
  withSign,
} from './figures.ts'

/** The words of a reader: `has` tells whether a key has a text, `t` returns it. */
export interface ReaderWords {
  readonly t: (key: string) => string
  readonly has: (key: string) => boolean
}

export interface TextContext extends ReaderWords {
  readonly language: DisplayLocale
  readonly zone: string
  readonly labels: Labels
}

/**
 * Returns a text value in the reader's language. Values from devices have words when they are known (`…stopReasonValue.Local`);
 * others are returned as they are.
 */
export function valueWord(words: ReaderWords, name: string, value: string): string {
  const key = `${name}Value.${value}`
  return words.has(key) ? words.t(key) : value
}

/**
 * Returns a code, a choice or a tag in the reader's language. A free value, and one that its dictionary does not have, is
 * returned as it is.
 */
export function choiceWord(words: ReaderWords, field: Field, name: string, value: string): string {
  const dictionary = dictionaryOf(field, name)
  // A missing word of a closed set must show up, so its key is looked up without a fallback; a dictionary may lack words.
  if (field.values?.includes(value)) return words.t(`${dictionary}Value.${value}`)
  if (field.values === undefined && field.of !== undefined && words.has(`${field.of}.${value}`))
    return words.t(`${field.of}.${value}`)
  return valueWord(words, dictionary, value)
}

interface Told extends TextContext {
  readonly field: Field
  readonly name: string
}

type Tell = (value: unknown, told: Told) => string
type Tellers = Partial<Readonly<Record<FieldKindName, Tell>>>

const everyDigit =
  (kind: DecimalKind): Tell =>
  (value, { language }) =>
    showEveryDigit(kind, value, language)
const inColumn =
  (kind: DecimalKind): Tell =>
  (value, { language }) =>
    showDecimal(kind, value, language)
const withUnit =
  (kind: DecimalKind): Tell =>
  (value, { language }) => {
    const text = showDecimal(kind, value, language)
    return text === NO_VALUE ? text : `${text} ${UNIT_ALONE[kind]}`
  }

const listOf = (value: unknown): string[] => [value].flat().map(asText)

const tags =
  (between: string): Tell =>
  (value, told) =>
    listOf(value)
      .map(tag => choiceWord(told, told.field, told.name, tag))
      .join(between)
const named =
  (ofKind: (field: Field) => string, unknown: (id: string) => string): Tell =>
  (value, { labels, field }) =>
    listOf(value)
      .map(id => labels[ofKind(field)]?.[id] ?? unknown(id))
      .join(', ')
const records = ({ of = '' }: Field): string => of
const files = (): string => FILE_LABELS
const itself = (id: string): string => id
const nobody = (): string => NO_VALUE

/** Kinds whose text differs from the value itself, the same wherever it is read. */
const TEXTS: Tellers = {
  text: (value, told) => choiceWord(told, told.field, told.name, asText(value)),
  oneOf: (value, told) => choiceWord(told, told.field, told.name, asText(value)),
  boolean: (value, { t }) => t(value === true ? 'shared.yes' : 'shared.no'),
  instant: (value, { zone }) =>
    typeof value !== 'number' ? '' : value === NO_INSTANT || !isZone(zone) ? NO_VALUE : formatInstant(value, zone),
  duration: value => (typeof value === 'number' ? showDuration(value) : ''),
  richText: value => plainText(value as RichText), // checked when it was stored
  geoPoint: value =>
    typeof value === 'object' && value !== null && 'lng' in value && 'lat' in value
      ? `${asText(value.lng)}, ${asText(value.lat)}`
      : '',
  secret: () => '',
}

/** Where a change of the last digit must show. */
const CHANGED: Tellers = {
  ...TEXTS,
  tags: tags(', '),
  money: everyDigit('money'),
  price: everyDigit('price'),
  energy: everyDigit('energy'),
  percent: everyDigit('percent'),
  quantity: (value, { language, field }) => showQuantity(value, field.unit, language),
  power: (value, { language }) => `${showEveryWatt(value, language)} kW`,
  ref: named(records, itself),
  refs: named(records, itself),
  file: named(files, itself),
  files: named(files, itself),
  image: named(files, itself),
  images: named(files, itself),
}

/** Below a head that names the unit. A price is agreed, so a list on paper keeps its further digits. */
const IN_COLUMN: Tellers = {
  ...TEXTS,
  // Words of codes may have commas in them.
  tags: tags(' · '),
  integer: (value, { language }) => (typeof value === 'number' ? showNumber(value, language) : asText(value)),
  money: inColumn('money'),
  price: inColumn('price'),
  energy: inColumn('energy'),
  percent: inColumn('percent'),
  quantity: (value, { language, field }) =>
    typeof value === 'string' ? showQuantityInColumn(value, field.decimals ?? 0, language) : NO_VALUE,
  power: (value, { language }) => showPower(value, language),
  ref: named(records, nobody),
  refs: named(records, nobody),
  file: named(files, nobody),
  files: named(files, nobody),
  image: named(files, nobody),
  images: named(files, nobody),
}

/** Standing alone. */
const ALONE: Tellers = {
  ...IN_COLUMN,
  money: (value, { language }) => showMoney(value, language),
  price: (value, { language }) => {
    const text = showDecimal('price', value, language)
    return text === NO_VALUE ? text : `${withSign(text)}${UNIT_ALONE.price}`
  },
  energy: withUnit('energy'),
  percent: withUnit('percent'),
  quantity: (value, { language, field }) =>
    typeof value !== 'string' || !field.unit ? asText(value) : `${showDecimalText(value, language)} ${field.unit}`,
  power: (value, { language }) => `${showPower(value, language)} kW`,
}

/** As a person entered it, such as the bound of a filter. */
const ENTERED: Tellers = {
  ...ALONE,
  energy: (value, { language }) => `${showEveryDigit('energy', value, language)} ${UNIT_ALONE.energy}`,
  percent: (value, { language }) => `${showEveryDigit('percent', value, language)} ${UNIT_ALONE.percent}`,
  power: (value, { language }) => `${showEveryWatt(value, language)} kW`,
}

/**
 * Where a value is read: in a `column`, whose head names the unit, or `alone`, with its unit; `entered` is the same with every
 * digit. `changed` has every digit, and no unit of money, prices, energy and shares.
 */
export type ReadIn = 'changed' | 'column' | 'alone' | 'entered'

const TELLERS: Readonly<Record<ReadIn, Tellers>> = {
  changed: CHANGED,
  column: IN_COLUMN,
  alone: ALONE,
  entered: ENTERED,
}

/**
 * Returns a value as plain text in the reader's language, the same on screen and on paper; empty when there is none. Secrets have
 * no text.
 *
 * @param name full name of the field, such as `assets.station.status`
 */
export function valueText(value: unknown, field: Field, name: string, context: TextContext, readIn: ReadIn): string {
  if (isEmptyValue(value)) return ''
  return TELLERS[readIn][field.kind]?.(value, { ...context, field, name }) ?? asText(value)
}

/** Returns a value as plain text with every digit, for copies, titles, mails and what changed; empty when there is none. */
export function faceText(value: unknown, field: Field, name: string, context: TextContext): string {
  return valueText(value, field, name, context, 'changed')
}

/** Returns whether a field has nothing to show. `false` and `0` are values. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
