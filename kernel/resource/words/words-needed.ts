import type { Resource } from '../define-resource.ts'
import { formGroups } from '../define-resource.ts'
import { dictionaryOf, isFromDictionary } from '../dictionary.ts'
import type { Field } from '../field.ts'

type Worded = Pick<
  Resource,
  'name' | 'fields' | 'added' | 'list' | 'form' | 'commands' | 'sheets' | 'exchange' | 'readings'
>

/** Returns the keys of all texts that a definition needs (docs/guide/words.md). */
export function wordsNeeded({
  name,
  fields,
  added,
  list,
  form,
  commands,
  sheets = [],
  exchange,
  readings,
}: Worded): string[] {
  const keys = [`${name}.noun`]
  if (exchange?.export !== false) keys.push(`${name}.nouns`)
  const withValues = (prefix: string, key: string, of: Field) => {
    const dictionary = dictionaryOf(of, `${prefix}.${key}`)
    keys.push(`${prefix}.${key}`, ...(of.values ?? []).map(value => `${dictionary}Value.${value}`))
    if (isFromDictionary(of)) keys.push(dictionary)
  }
  for (const [key, of] of Object.entries({ ...fields, ...added })) withValues(name, key, of)
  if (list.columns.includes('createdAt')) keys.push(`${name}.createdAt`)
  if (list.totalled) keys.push(`${name}.totalLeft`)
  for (const { group, tab } of formGroups(form)) {
    if (group !== '') keys.push(`${name}.group.${group}`)
    if (tab !== undefined) keys.push(`${name}.tab.${tab}`)
  }
  for (const reading of Object.values(readings ?? {})) if (reading?.once) keys.push(`${name}.${reading.once.called}`)
  for (const kind of sheets) keys.push(`${name}.sheet.${kind}`)
  for (const [command, rule] of Object.entries(commands)) {
    keys.push(`${name}.${command}`)
    if (rule.confirm) keys.push(`${name}.${command}Confirm`)
    for (const [key, of] of Object.entries(rule.input ?? {})) withValues(`${name}.${command}Input`, key, of)
  }
  return keys
}
