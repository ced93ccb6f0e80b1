import type { Say } from '@wattyard/console-kit'

export interface LogWords {
  readonly t: Say
  readonly has: (key: string) => boolean
}

const first = ({ t, has }: LogWords, keys: readonly string[], otherwise: string): string => {
  const key = keys.find(one => has(one))
  return key === undefined ? otherwise : t(key)
}

/** What a kind of record is called. */
export function resourceWord(words: LogWords, resource: string): string {
  return first(words, [`${resource}.noun`], resource)
}

/** What was done: the log's own words, those of the lists, or the command's. */
export function actionWord(words: LogWords, resource: string, action: string): string {
  return first(words, [`platform.audit.did.${action}`, `kit.did.${action}`, `${resource}.${action}`], action)
}

/** A field as its page calls it; an input of a command as its dialog does. */
export function fieldName(words: LogWords, resource: string, action: string, field: string): string {
  const own = [`${resource}.${field}`, `${resource}.${action}Input.${field}`, `platform.audit.${field}`]
  return first(words, [...own, `kit.field.${field}`], field)
}

/** A value as people say it where it has a word, else as it is stored. */
export function valueText(words: LogWords, resource: string, action: string, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return words.t(value ? 'kit.yes' : 'kit.no')
  if (typeof value !== 'string') return JSON.stringify(value)
  const keys = [`${resource}.${field}`, `${resource}.${action}Input.${field}`, `platform.audit.${field}`]
  return first(
    words,
    keys.map(key => `${key}Value.${value}`),
    value,
  )
}

/** Fields that an entry speaks of, each with what it was and what it became. */
export function changesOf(entry: {
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}): { field: string; before: unknown; after: unknown }[] {
  const fields = new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])
  return [...fields].map(field => ({ field, before: entry.before?.[field], after: entry.after?.[field] }))
}
