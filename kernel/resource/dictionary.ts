/**
 * A dictionary of the tenant: values of which the product ships a first set, and to which the tenant adds its own. Fields
 * that take their options from it name it (`field.choice`); it exists because a field does. Its title is the word at
 * `name`, the words of what is shipped at `<name>Value.<code>`.
 */
export interface Dictionary {
  readonly name: `${string}.${string}`
  /** Codes that are shipped; they can be switched off, not deleted. */
  readonly codes: readonly string[]
}

/** `defineDictionary('assets.stationTag', ['park', 'depot'])`, in the contract of the module whose words it takes. */
export function defineDictionary(name: Dictionary['name'], codes: readonly string[]): Dictionary {
  return { name, codes }
}

/** What a tenant says of one entry, its words apart; `own`: the tenant has added it. */
export interface EntryChange {
  readonly own?: true
  /** Not offered any more; where it is stored it keeps its word. */
  readonly off?: true
  /** Place among the entries; those without one follow in the order in which they are shipped. */
  readonly place?: number
  /** A tone or `#rrggbb`. */
  readonly colour?: string
  readonly icon?: string
}

export type EntryChanges = Readonly<Record<string, EntryChange>>

/** Codes of a dictionary in the tenant's order: what is shipped and what the tenant has added, switched off or not. */
export function codesInOrder(shipped: readonly string[], changes: EntryChanges = {}): string[] {
  const own = Object.keys(changes).filter(code => changes[code]?.own && !shipped.includes(code))
  const all = [...shipped, ...own]
  const placeOf = (code: string): number => changes[code]?.place ?? Number.MAX_SAFE_INTEGER
  // A stable sort: equals stay as they are shipped.
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Codes that may be chosen now. */
export function offeredCodes(shipped: readonly string[], changes: EntryChanges = {}): string[] {
  return codesInOrder(shipped, changes).filter(code => !changes[code]?.off)
}

interface Chooser {
  readonly kind: string
  readonly of?: string
  readonly values?: readonly string[]
}

/** Returns whether a field takes its options from a dictionary of the tenant. */
export function isFromDictionary(field: Chooser): boolean {
  return field.of !== undefined && (field.kind === 'oneOf' || field.kind === 'tags')
}

/**
 * Name under which the values of a field have their words, colours and order: its dictionary, or for a closed set the
 * field itself (`assets.station.status`).
 */
export function dictionaryOf(field: Chooser, name: string): string {
  return isFromDictionary(field) ? (field.of ?? name) : name
}
