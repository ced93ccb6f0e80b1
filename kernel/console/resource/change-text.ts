import type { Field } from '@wattyard/resource'
import { faceText, type TextContext } from '../faces/text.ts'
import { asText } from '../format/as-text.ts'
import { MONEY_SIGN, showMoney, UNITS } from '../format/decimal.ts'
import { valueWord } from '../words/use-words.ts'

/** Fields that an entry of the log may speak of, and how they are called in front of `.key`. */
export interface ChangeFields {
  /** Of the record, such as `assets.station`. */
  readonly record: { readonly name: string; readonly fields: Readonly<Record<string, Field>> }
  /** What a command was given, such as `assets.station.closeInput`; an input hides a field of the same name. */
  readonly input?: { readonly name: string; readonly fields: Readonly<Record<string, Field>> } | undefined
}

interface Known {
  readonly name: string
  readonly field: Field | undefined
}

/** What a key of an entry is: an input of its command, a field of the record, or nothing the definition knows. */
export function changedField({ record, input }: ChangeFields, key: string): Known {
  const given = input?.fields[key]
  if (given) return { name: `${input.name}.${key}`, field: given }
  return { name: `${record.name}.${key}`, field: record.fields[key] }
}

/** No column's head says the unit of a value that stands alone. */
function withUnit(value: unknown, kind: Field['kind'], text: string, { language }: TextContext): string {
  if (kind === 'money') return showMoney(value, language)
  if (kind === 'price') return `${MONEY_SIGN}${text}/kWh`
  return kind === 'energy' || kind === 'percent' ? `${text} ${UNITS[kind]}` : text
}

/**
 * Returns a value of the log as its field shows it. A later release may have taken the field or the word away: then the
 * value stands for itself. Empty when there is none.
 */
export function changeText(value: unknown, { name, field }: Known, context: TextContext): string {
  if (value === null || value === undefined || value === '') return ''
  const isKnown = field && (field.kind !== 'oneOf' || context.has(`${name}Value.${asText(value)}`))
  if (isKnown && field.kind !== 'json')
    return withUnit(value, field.kind, faceText(value, field, name, context), context)
  if (typeof value === 'boolean') return context.t(value ? 'kit.yes' : 'kit.no')
  return typeof value === 'string' ? valueWord(context, name, value) : JSON.stringify(value)
}
