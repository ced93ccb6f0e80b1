import type { Resource } from './define-resource.ts'
import type { Language } from './words/wording.ts'

type Labelled = Pick<Resource, 'fields' | 'label' | 'labelIn'>

/** Returns the fields that hold the name, by language. The Chinese one is `label` unless `labelIn` names another. */
export function labelFields({
  label,
  labelIn,
}: Pick<Labelled, 'label' | 'labelIn'>): Partial<Record<Language, string>> {
  return { zh: label, ...labelIn }
}

/**
 * Returns the fields that may name a record to a reader of a language, in order of preference: that language, Chinese, English,
 * Spanish, at last `label`. The first non-empty one is the name; the list ends at the first required field, which is never empty.
 */
export function labelKeys(resource: Labelled, language: Language): string[] {
  const written = labelFields(resource)
  const order = [written[language], written.zh, written.en, written.es, resource.label]
  const keys = [...new Set(order.filter(key => key !== undefined))]
  const last = keys.findIndex(key => !resource.fields[key]?.optional)
  return last < 0 ? keys : keys.slice(0, last + 1)
}

/** Returns all fields that can hold a name of the record, each once. */
export function allLabelKeys(resource: Pick<Labelled, 'label' | 'labelIn'>): string[] {
  return [...new Set([resource.label, ...Object.values(labelFields(resource))])]
}

/**
 * Returns whether a column shows the record's name in the reader's language. That is the label's column when the label itself is
 * the Chinese name; a label that is a code stays a code.
 */
export function isNameColumn({ label, labelIn }: Pick<Labelled, 'label' | 'labelIn'>, key: string): boolean {
  return key === label && labelIn !== undefined && labelIn.zh === undefined
}

/** Returns the name of a record for a reader of a language; empty when no name field has a value. */
export function nameIn(resource: Labelled, record: object, language: Language): string {
  for (const key of labelKeys(resource, language)) {
    const text: unknown = Reflect.get(record, key)
    if (typeof text === 'string' && text !== '') return text
  }
  return ''
}
