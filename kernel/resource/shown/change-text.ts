import type { Field } from '../field.ts'
import { MONEY_SIGN } from '../units.ts'
import { asText } from './as-text.ts'
import { showMoney, UNIT_ALONE } from './figures.ts'
import { faceText, type TextContext, valueWord } from './value-text.ts'

/** Fields that a history entry may name, and the prefix of their words. */
export interface ChangeFields {
  /** Fields of the record; the prefix is its resource name, such as `assets.station`. */
  readonly record: { readonly name: string; readonly fields: Readonly<Record<string, Field>> }
  /** Inputs of a command, with a prefix such as `assets.station.closeInput`; an input hides a field of the same name. */
  readonly input?: { readonly name: string; readonly fields: Readonly<Record<string, Field>> } | undefined
}

interface Known {
  readonly name: string
  readonly field: Field | undefined
}

/**
 * Returns the name and field of an entry's key: an input of its command, else a field of the record; the field is undefined for
 * keys that the definition does not know.
 */
export function changedField({ record, input }: ChangeFields, key: string): Known {
  const given = input?.fields[key]
  if (given) return { name: `${input.name}.${key}`, field: given }
  return { name: `${record.name}.${key}`, field: record.fields[key] }
}

/** Returns a value with its unit, because no column head shows the unit here. */
function withUnit(value: unknown, kind: Field['kind'], text: string, { language }: TextContext): string {
  if (kind === 'money') return showMoney(value, language)
  if (kind === 'price') return `${MONEY_SIGN}${text}/kWh`
  return kind === 'energy' || kind === 'percent' ? `${text} ${UNIT_ALONE[kind]}` : text
}

/**
 * Returns a value of the history as its field shows it, and empty for none. When a later release has removed the field or the
 * word, the stored value is returned.
 */
export function changeText(value: unknown, { name, field }: Known, context: TextContext): string {
  if (value === null || value === undefined || value === '') return ''
  const isKnown = field && (field.kind !== 'oneOf' || context.has(`${name}Value.${asText(value)}`))
  if (isKnown && field.kind !== 'json')
    return withUnit(value, field.kind, faceText(value, field, name, context), context)
  if (typeof value === 'boolean') return context.t(value ? 'shared.yes' : 'shared.no')
  return typeof value === 'string' ? valueWord(context, name, value) : JSON.stringify(value)
}
