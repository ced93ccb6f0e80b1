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

/** Puts what the tenant says otherwise over the words of the product, on everything that is shown. */
export function setWording(next: Wording): void {
  if (JSON.stringify(next) === JSON.stringify(wording)) return
  wording = next
  for (const listener of listeners) listener()
}

/** Calls back whenever the tenant's words, entries or colours are others. */
export function watchWording(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the tenant's own word of a key, when it has one. */
export function ownText(key: string, language: 'zh' | 'en' | 'es'): string | undefined {
  return ownWord(wording, key)?.[language]
}

/** What the tenant says of one value of a field (`assets.station.status`) or dictionary. */
export function entryChange(dictionary: string, code: string): EntryChange | undefined {
  const changes = changesOf(wording, dictionary)
  return Object.hasOwn(changes, code) ? changes[code] : undefined
}

/** Values of a field in the tenant's order, those included that are not offered any more. */
export function allValues(field: Field, name: string): readonly string[] {
  return codesInOrder(field.values ?? [], changesOf(wording, dictionaryOf(field, name)))
}

/** Values that may be chosen now; what the record holds already stays among them. */
export function offeredValues(field: Field, name: string, held: readonly string[] = []): readonly string[] {
  const offered = offeredCodes(field.values ?? [], changesOf(wording, dictionaryOf(field, name)))
  return [...offered, ...held.filter(value => isFromDictionary(field) && !offered.includes(value))]
}
