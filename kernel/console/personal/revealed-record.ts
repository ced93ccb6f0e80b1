import type { AnyRecord, Field, Labels } from '@wattyard/resource'

interface Shown {
  readonly record: AnyRecord
  readonly labels: Labels
}

/**
 * Returns a record and its labels with revealed values in the place of masked ones: texts as values of fields, names of people as
 * labels of what they are referred to by.
 */
export function withRevealed(
  { fields }: { readonly fields: Readonly<Record<string, Field>> },
  { record, labels }: Shown,
  values: Readonly<Record<string, string>>,
): Shown {
  const own: Record<string, string> = {}
  const named: Record<string, Record<string, string>> = {}
  for (const [key, value] of Object.entries(values)) {
    const { kind, of = '' } = fields[key] ?? {}
    const id = record[key]
    if (kind === 'ref' && typeof id === 'string') named[of] = { ...labels[of], ...named[of], [id]: value }
    else own[key] = value
  }
  return { record: { ...record, ...own }, labels: { ...labels, ...named } }
}
