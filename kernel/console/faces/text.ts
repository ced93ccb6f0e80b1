import { dictionaryOf, FILE_LABELS, type Field, type FieldKindName, plainText, type RichText } from '@wattyard/resource'
import { asText } from '../format/as-text.ts'
import { showEveryDigit, showEveryWatt, showQuantity, type DecimalKind } from '../format/decimal.ts'
import { showDuration, showInstant } from '../format/time.ts'
import type { Labels } from '@wattyard/resource'
import type { Language } from '../session/settings.ts'
import { valueWord } from '../words/use-words.ts'

export interface TextContext {
  readonly t: (key: string) => string
  readonly has: (key: string) => boolean
  readonly language: Language
  readonly zone: string
  readonly labels: Labels
}

/**
 * Returns a choice or a tag in the reader's language. A free value, and one that its dictionary does not have, is returned as it
 * is.
 */
export function choiceWord(words: Pick<TextContext, 't' | 'has'>, field: Field, name: string, value: string): string {
  const dictionary = dictionaryOf(field, name)
  // A missing word of a closed set must show up, so its key is looked up without a fallback; a dictionary may lack words.
  if (field.values?.includes(value)) return words.t(`${dictionary}Value.${value}`)
  return field.values ? valueWord(words, dictionary, value) : value
}

interface Told extends TextContext {
  readonly field: Field
  readonly name: string
}

const decimal =
  (kind: DecimalKind) =>
  (value: unknown, { language }: Told) =>
    showEveryDigit(kind, value, language)
const reference = (value: unknown, { labels, field }: Told): string =>
  [value]
    .flat()
    .map(id => labels[field.of ?? '']?.[asText(id)] ?? asText(id))
    .join(', ')

const fileNames = (value: unknown, { labels }: Told): string =>
  [value]
    .flat()
    .map(id => labels[FILE_LABELS]?.[asText(id)] ?? asText(id))
    .join(', ')

/** Kinds whose text differs from the value itself. */
const TEXTS: Partial<Readonly<Record<FieldKindName, (value: unknown, told: Told) => string>>> = {
  text: (value, { t, has, name }) => valueWord({ t, has }, name, asText(value)),
  money: decimal('money'),
  price: decimal('price'),
  energy: decimal('energy'),
  percent: decimal('percent'),
  quantity: (value, { language, field }) => showQuantity(value, field.unit, language),
  power: (value, { language }) => `${showEveryWatt(value, language)} kW`,
  oneOf: (value, told) => choiceWord(told, told.field, told.name, asText(value)),
  tags: (value, told) =>
    [value]
      .flat()
      .map(tag => choiceWord(told, told.field, told.name, asText(tag)))
      .join(', '),
  boolean: (value, { t }) => t(value === true ? 'kit.yes' : 'kit.no'),
  instant: (value, { zone }) => (typeof value === 'number' ? showInstant(value, zone) : ''),
  duration: value => (typeof value === 'number' ? showDuration(value) : ''),
  ref: reference,
  refs: reference,
  file: fileNames,
  files: fileNames,
  image: fileNames,
  images: fileNames,
  richText: value => plainText(value as RichText), // checked when it was stored
  geoPoint: value =>
    typeof value === 'object' && value !== null && 'lng' in value && 'lat' in value
      ? `${asText(value.lng)}, ${asText(value.lat)}`
      : '',
  secret: () => '',
}

/**
 * Returns a value as plain text, for copies, titles, mails and what changed; empty when there is none. Figures keep every digit,
 * since a change of the last one must show. Secrets have no text.
 */
export function faceText(value: unknown, field: Field, name: string, context: TextContext): string {
  if (value === null || value === undefined || value === '') return ''
  return TEXTS[field.kind]?.(value, { ...context, field, name }) ?? asText(value)
}
