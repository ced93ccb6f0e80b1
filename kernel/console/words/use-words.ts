import type { Resource } from '@wattyard/resource'
import type { Translate, Words } from './spoken.tsx'

export { type Params, type Translate, useWords } from './spoken.tsx'

type Named = Pick<Resource, 'name'>

/** Keys of words by convention; docs/guide/words.md has them all. */
export const wordKeys = {
  /** Noun of one record: `assets.station.noun`. */
  noun: (resource: Named): string => `${resource.name}.noun`,
  field: (resource: Named, key: string): string => `${resource.name}.${key}`,
  /** Heading of a group in a form and detail. */
  group: (resource: Named, group: string): string => `${resource.name}.group.${group}`,
  /** Tab of a form and detail. */
  tab: (resource: Named, tab: string): string => `${resource.name}.tab.${tab}`,
  /** Help under a control; may be missing. */
  hint: (resource: Named, key: string): string => `${resource.name}.${key}Hint`,
  value: (resource: Named, key: string, value: string): string => `${resource.name}.${key}Value.${value}`,
  command: (resource: Named, command: string): string => `${resource.name}.${command}`,
  /** Question before a command with `confirm`. */
  confirm: (resource: Named, command: string): string => `${resource.name}.${command}Confirm`,
  /** Text about the record in a command's dialog; may be missing. */
  about: (resource: Named, command: string): string => `${resource.name}.${command}About`,
  input: (resource: Named, command: string): string => `${resource.name}.${command}Input`,
  /** Button and form of a new record, where "New …" is not what people do: a file is uploaded; may be missing. */
  create: (resource: Named): string => `${resource.name}.create`,
  /** Next step when there is no record yet; may be missing. */
  emptyHint: (resource: Named): string => `${resource.name}.emptyHint`,
} as const

/** Returns the name of a field on screen. */
export const fieldWord = (words: { t: Translate }, resource: Named, key: string): string =>
  words.t(wordKeys.field(resource, key))

/** Returns a noun as it is written inside a sentence: "New charging station". Chinese nouns and abbreviations stay unchanged. */
export function inSentence(noun: string): string {
  return /^\p{Lu}\p{Ll}/u.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun
}

/** Returns what the button and the form of a new record are called: "New charging station", or a word of the resource's own. */
export function createWord({ t, has }: Pick<Words, 't' | 'has'>, resource: Named): string {
  const own = wordKeys.create(resource)
  return has(own) ? t(own) : t('kit.createTitle', { name: inSentence(t(wordKeys.noun(resource))) })
}
