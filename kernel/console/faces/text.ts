import type { Field, FieldKindName } from '@wattyard/resource'
import { asText } from '../format/as-text.ts'
import { showDecimal, showPower, type DecimalKind } from '../format/decimal.ts'
import { showDuration, showInstant } from '../format/time.ts'
import type { Labels } from '../resource/records.ts'
import type { Language } from '../session/settings.ts'
import { valueWord } from '../words/use-words.ts'

export interface TextContext {
  readonly t: (key: string) => string
  readonly has: (key: string) => boolean
  readonly language: Language
  readonly zone: string
  readonly labels: Labels
}

/** A tag as a person reads it: declared ones have words, free ones stand for themselves. */
export function tagWord(t: (key: string) => string, field: Field, name: string, tag: string): string {
  return field.values?.includes(tag) ? t(`${name}Value.${tag}`) : tag
}

interface Told extends TextContext {
  readonly field: Field
  readonly name: string
}

const decimal =
  (kind: DecimalKind) =>
  (value: unknown, { language }: Told) =>
    showDecimal(kind, value, language)
const reference = (value: unknown, { labels, field }: Told): string =>
  [value]
    .flat()
    .map(id => labels[field.of ?? '']?.[asText(id)] ?? asText(id))
    .join(', ')

/** Kinds whose text is more than the value itself. */
const TEXTS: Partial<Readonly<Record<FieldKindName, (value: unknown, told: Told) => string>>> = {
  text: (value, { t, has, name }) => valueWord({ t, has }, name, asText(value)),
  money: decimal('money'),
  price: decimal('price'),
  energy: decimal('energy'),
  percent: decimal('percent'),
  power: (value, { language }) => `${showPower(value, language)} kW`,
  oneOf: (value, { t, name }) => t(`${name}Value.${asText(value)}`),
  tags: (value, { t, field, name }) =>
    [value]
      .flat()
      .map(tag => tagWord(t, field, name, asText(tag)))
      .join(', '),
  boolean: (value, { t }) => t(value === true ? 'kit.yes' : 'kit.no'),
  instant: (value, { zone }) => (typeof value === 'number' ? showInstant(value, zone) : ''),
  duration: value => (typeof value === 'number' ? showDuration(value) : ''),
  ref: reference,
  refs: reference,
  geoPoint: value =>
    typeof value === 'object' && value !== null && 'lng' in value && 'lat' in value
      ? `${asText(value.lng)}, ${asText(value.lat)}`
      : '',
  secret: () => '',
}

/** A value as plain text, for copies, titles and mails; empty when there is none. Secrets have no text. */
export function faceText(value: unknown, field: Field, name: string, context: TextContext): string {
  if (value === null || value === undefined || value === '') return ''
  return TEXTS[field.kind]?.(value, { ...context, field, name }) ?? asText(value)
}
