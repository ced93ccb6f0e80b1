import type { Resource } from './define-resource.ts'
import type { Language } from './words/wording.ts'

type Labelled = Pick<Resource, 'fields' | 'label' | 'labelIn'>

/** Fields by the language in which people write the label there; Chinese is the label itself unless a field of its own says it. */
export function labelFields({
  label,
  labelIn,
}: Pick<Labelled, 'label' | 'labelIn'>): Partial<Record<Language, string>> {
  return { zh: label, ...labelIn }
}

/**
 * Fields that name a record to a reader of a language, in the order in which they are asked: that language, Chinese, what
 * else was written, at last `label`. The first that is not empty is the name; behind a required field nobody is asked.
 */
export function labelKeys(resource: Labelled, language: Language): string[] {
  const written = labelFields(resource)
  const order = [written[language], written.zh, written.en, written.es, resource.label]
  const keys = [...new Set(order.filter(key => key !== undefined))]
  const last = keys.findIndex(key => !resource.fields[key]?.optional)
  return last < 0 ? keys : keys.slice(0, last + 1)
}

/** Returns all fields in which somebody may have written what a record is called. */
export function allLabelKeys(resource: Pick<Labelled, 'label' | 'labelIn'>): string[] {
  return [...new Set([resource.label, ...Object.values(labelFields(resource))])]
}

/**
 * Returns whether a column shows the record's name in the reader's language: that of a label which is itself the name
 * in Chinese. A code beside which names are written stays a code.
 */
export function isNameColumn({ label, labelIn }: Pick<Labelled, 'label' | 'labelIn'>, key: string): boolean {
  return key === label && labelIn !== undefined && labelIn.zh === undefined
}

/** What a record is called in a language; empty when nobody has called it anything. */
export function nameIn(resource: Labelled, record: object, language: Language): string {
  for (const key of labelKeys(resource, language)) {
    const text: unknown = Reflect.get(record, key)
    if (typeof text === 'string' && text !== '') return text
  }
  return ''
}
