import { dictionaryOf, type Field, formGroups, isFromDictionary, type Resource } from '@wattyard/resource'
import { LANGUAGES } from '@wattyard/server-kit'
import { expect, test } from 'vitest'
import type { World } from './world.ts'

/** Keys of words that a definition needs, by docs/guide/words.md. */
function wordsNeeded(resource: Resource): string[] {
  const { name } = resource
  const keys = [`${name}.noun`]
  const withValues = (prefix: string, key: string, of: Field) => {
    const dictionary = dictionaryOf(of, `${prefix}.${key}`)
    keys.push(`${prefix}.${key}`, ...(of.values ?? []).map(value => `${dictionary}Value.${value}`))
    if (isFromDictionary(of)) keys.push(dictionary)
  }
  for (const [key, of] of Object.entries(resource.fields)) withValues(name, key, of)
  if (resource.list.columns.includes('createdAt')) keys.push(`${name}.createdAt`)
  for (const { group, tab } of formGroups(resource.form)) {
    if (group !== '') keys.push(`${name}.group.${group}`)
    if (tab !== undefined) keys.push(`${name}.tab.${tab}`)
  }
  for (const [command, rule] of Object.entries(resource.commands)) {
    keys.push(`${name}.${command}`)
    if (rule.confirm) keys.push(`${name}.${command}Confirm`)
    for (const [key, of] of Object.entries(rule.input ?? {})) withValues(`${name}.${command}Input`, key, of)
  }
  return keys
}

/** Every word of a definition is there in every language. */
export function checkWords({ server }: World, resource: Resource): void {
  test.each(LANGUAGES)('has its words in %s', language => {
    expect(wordsNeeded(resource).filter(key => !server.words.has(language, key))).toEqual([])
  })
  test.each(['en', 'es'] as const)('is called in %s as in a heading', language => {
    expect(server.words.say(language, `${resource.name}.noun`)).toMatch(/^\p{Lu}/u)
  })
}
