import {
  changesOf,
  codesInOrder,
  dictionaryOf,
  type EntryChange,
  type Field,
  isFromDictionary,
  NO_WORDING,
  offeredCodes,
  ownWord,
  type Wording,
} from '@wattyard/resource'

let wording: Wording = NO_WORDING
const listeners = new Set<() => void>()

/** Sets the tenant's changes of the product's words, on everything that is shown. */
export function setWording(next: Wording): void {
  if (JSON.stringify(next) === JSON.stringify(wording)) return
  wording = next
  for (const listener of listeners) listener()
}

/** Calls the listener whenever the tenant's words, entries or colours change. Returns a function that stops it. */
export function watchWording(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the tenant's own word of a key; undefined when it has none. */
export function ownText(key: string, language: 'zh' | 'en' | 'es'): string | undefined {
  return ownWord(wording, key)?.[language]
}

/** Returns the tenant's change of one value of a field (`assets.station.status`) or dictionary. */
export function entryChange(dictionary: string, code: string): EntryChange | undefined {
  const changes = changesOf(wording, dictionary)
  return Object.hasOwn(changes, code) ? changes[code] : undefined
}

/** Returns the values of a field in the tenant's order, including those that are no longer offered. */
export function allValues(field: Field, name: string): readonly string[] {
  return codesInOrder(field.values ?? [], changesOf(wording, dictionaryOf(field, name)))
}

/** Returns the values that may be chosen now, and those that the record already holds. */
export function offeredValues(field: Field, name: string, held: readonly string[] = []): readonly string[] {
  const { reserved = [] } = field
  const codes = offeredCodes(field.values ?? [], changesOf(wording, dictionaryOf(field, name)))
  const offered = codes.filter(code => !reserved.includes(code))
  const isKept = (value: string) => isFromDictionary(field) || reserved.includes(value)
  return [...offered, ...held.filter(value => isKept(value) && !offered.includes(value))]
}
