import type { PageRules } from '@wattyard/pages'
import { type Field, isFromDictionary, type Resource } from '@wattyard/resource'
import { type PageAccess, createPageAccess, type ServedResource, type ServerModule } from '@wattyard/server-kit'
import { type DictionaryUse } from '../../contract/calls/dict-entry.ts'

/** A dictionary that exists because definitions have it. */
export interface KnownDictionary {
  name: string
  kind: 'closed' | 'open'
  /** Codes that the product ships. */
  codes: readonly string[]
  /** Text keys that form its title: of the resource and the field, or of the dictionary alone. */
  title: readonly string[]
  uses: DictionaryUse[]
}

/** Definitions, dictionaries and pages of the product's modules, passed after registration. */
export interface KnownParts {
  resources: readonly Resource[]
  dictionaries: ReadonlyMap<string, KnownDictionary>
  pages: PageAccess
}

export const NOTHING_KNOWN: KnownParts = { resources: [], dictionaries: new Map(), pages: createPageAccess([]) }

/** Pages on which records of a resource are seen: those that a permission of the resource opens. */
function pagesOf(resource: string, pages: PageRules): string[] {
  return Object.entries(pages).flatMap(([path, rule]) =>
    rule?.anyOf?.some(permission => permission.startsWith(`${resource}:`)) ? [path] : [],
  )
}

/** Returns the fields of a definition and the inputs of its commands, each with the keys of its title. */
function fieldsOf({ name, fields, commands }: Resource): [key: string, field: Field, title: string[]][] {
  const noun = `${name}.noun`
  return [
    ...Object.entries(fields).map(([key, of]): [string, Field, string[]] => {
      const word = `${name}.${key}`
      return [word, of, [noun, word]]
    }),
    ...Object.entries(commands).flatMap(([command, { input = {} }]) =>
      Object.entries(input).map(([key, of]): [string, Field, string[]] => {
        const word = `${name}.${command}Input.${key}`
        return [word, of, [noun, `${name}.${command}`, word]]
      }),
    ),
  ]
}

/**
 * Returns every dictionary of the product: each closed set of a definition, each dictionary that fields use, and further states
 * declared by modules.
 */
export function dictionariesOf(modules: readonly ServerModule[], pages: PageRules): Map<string, KnownDictionary> {
  const known = new Map<string, KnownDictionary>()
  const resources = modules.flatMap(module => module.resources ?? []).map(({ resource }: ServedResource) => resource)
  for (const resource of resources)
    for (const [key, of, title] of fieldsOf(resource)) {
      if ((of.kind !== 'oneOf' && of.kind !== 'tags') || !of.values) continue
      const isOpen = isFromDictionary(of)
      const name = isOpen ? (of.of ?? key) : key
      const use = { resource: resource.name, field: key, pages: pagesOf(resource.name, pages) }
      const have = known.get(name)
      if (have) have.uses.push(use)
      else
        known.set(name, {
          name,
          kind: isOpen ? 'open' : 'closed',
          codes: of.values,
          title: isOpen ? [name] : title,
          uses: [use],
        })
    }
  for (const { name, codes, shownOn } of modules.flatMap(module => module.states ?? []))
    known.set(name, {
      name,
      kind: 'closed',
      codes,
      title: [name],
      uses: [{ resource: '', field: name, pages: shownOn }],
    })
  return known
}
