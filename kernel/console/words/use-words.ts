import type { Resource } from '@wattyard/resource'
import type { Translate } from './spoken.tsx'

export { type Params, type Translate, useWords } from './spoken.tsx'

type Named = Pick<Resource, 'name'>

/** Keys of words by convention; docs/guide/words.md has them all. */
export const wordKeys = {
  /** What one record is called: `assets.station.noun`. */
  noun: (resource: Named): string => `${resource.name}.noun`,
  field: (resource: Named, key: string): string => `${resource.name}.${key}`,
  /** Heading of a group of a form and detail. */
  group: (resource: Named, group: string): string => `${resource.name}.group.${group}`,
  /** Tab of a form and detail. */
  tab: (resource: Named, tab: string): string => `${resource.name}.tab.${tab}`,
  /** Help under a control; may be missing. */
  hint: (resource: Named, key: string): string => `${resource.name}.${key}Hint`,
  value: (resource: Named, key: string, value: string): string => `${resource.name}.${key}Value.${value}`,
  command: (resource: Named, command: string): string => `${resource.name}.${command}`,
  /** Question before a command with `confirm`. */
  confirm: (resource: Named, command: string): string => `${resource.name}.${command}Confirm`,
  /** What of the record matters to a command, in its dialog; may be missing. */
  about: (resource: Named, command: string): string => `${resource.name}.${command}About`,
  input: (resource: Named, command: string): string => `${resource.name}.${command}Input`,
  /** What to do when there is no record yet; may be missing. */
  emptyHint: (resource: Named): string => `${resource.name}.emptyHint`,
} as const

/** Name of a field on screen. */
export const fieldWord = (words: { t: Translate }, resource: Named, key: string): string =>
  words.t(wordKeys.field(resource, key))

/**
 * Returns a value of a text as people say it: what devices send has words where it is known (`…stopReasonValue.Local`)
 * and stands for itself where it is not.
 */
export function valueWord(words: { t: Translate; has: (key: string) => boolean }, name: string, value: string): string {
  const key = `${name}Value.${value}`
  return words.has(key) ? words.t(key) : value
}

/**
 * Returns a noun inside a sentence: "New charging station". Words of one language stay as they are where nouns are not
 * capitalised anyway (zh), and abbreviations keep their capitals.
 */
export function inSentence(noun: string): string {
  return /^\p{Lu}\p{Ll}/u.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun
}
