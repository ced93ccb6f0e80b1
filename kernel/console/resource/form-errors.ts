import type { Language } from '@wattyard/resource'

/** What a form shows of a refusal. */
export interface PlacedErrors {
  /** Messages by field of the form, in the form's order. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages by place inside a field: `location` → `{ lat: 'Out of range' }`. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Messages that belong to no field of the form. */
  readonly general: readonly string[]
}

interface FormWords {
  /** Returns what a field is called; null for anything that is no field of the definition. */
  readonly fieldName: (key: string) => string | null
  /** Returns what a place inside a field is called, such as the latitude of a point or an entry of a list; null without words. */
  readonly partName: (part: string) => string | null
  /** Marks of the language: behind a name, and between two messages. */
  readonly marks: readonly [colon: string, semicolon: string]
}

/** Returns the marks of a language; Chinese has full-width ones, which need no space. */
export const marksOf = (language: Language): FormWords['marks'] => (language === 'zh' ? ['：', '；'] : [': ', '; '])

/** Returns a path as its field and the place inside it: `location.lat` → `['location', 'lat']`. */
function splitPath(path: string): [field: string, part: string] {
  const at = path.indexOf('.')
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)]
}

/**
 * Returns a refusal's messages at the fields of a form. A path inside a field (`location.lat`, `tags.3`) becomes a message of the
 * field that says which part is meant. Messages of fields that the form does not show are called by their names; keys are never
 * shown.
 * @param errors messages by path, as the server names it; `*` is the whole input
 * @param shown fields of the form, in order
 */
export function placeErrors(
  errors: Readonly<Record<string, string>>,
  shown: readonly string[],
  { fieldName, partName, marks: [colon, semicolon] }: FormWords,
): PlacedErrors {
  const texts = new Map<string, string[]>()
  const parts: Record<string, Record<string, string>> = {}
  const general: string[] = []
  for (const [path, text] of Object.entries(errors)) {
    const [field, part] = splitPath(path)
    if (!shown.includes(field)) {
      const name = fieldName(field)
      general.push(name === null ? text : name + colon + text)
      continue
    }
    const name = part === '' ? null : partName(part)
    texts.set(field, [...(texts.get(field) ?? []), name === null ? text : name + colon + text])
    if (part !== '') parts[field] = { ...parts[field], [part]: text }
  }
  const fields = shown.flatMap(key => {
    const said = texts.get(key)
    return said ? [[key, [...new Set(said)].join(semicolon)] as const] : []
  })
  return { fields: Object.fromEntries(fields), parts, general: [...new Set(general)] }
}

/** Returns the messages without those of one field, which the person is changing. */
export function withoutField(errors: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => splitPath(path)[0] !== key))
}
