/**
 * A dictionary of the tenant: the product ships a first set of values, the tenant adds its own. Fields name the dictionary that
 * they take their options from (`field.choice`); a dictionary that no field names does not exist. Its title is the text at
 * `name`, the texts of the shipped values are at `<name>Value.<code>`.
 */
export interface Dictionary {
  readonly name: `${string}.${string}`
  /** Codes that the product ships. A tenant can switch them off but not delete them. */
  readonly codes: readonly string[]
}

/**
 * Declares a dictionary: `defineDictionary('assets.stationTag', ['park', 'depot'])`. It belongs in the contract of the module
 * that has its texts.
 */
export function defineDictionary(name: Dictionary['name'], codes: readonly string[]): Dictionary {
  return { name, codes }
}

/** A tenant's changes of one entry, apart from its texts. `own`: the tenant added the entry. */
export interface EntryChange {
  readonly own?: true
  /** No longer offered. Records that store the value still show its text. */
  readonly off?: true
  /** Sort position among the entries. Entries without one follow in the shipped order. */
  readonly place?: number
  /** Name of a tone, or `#rrggbb`. */
  readonly colour?: string
  readonly icon?: string
}

export type EntryChanges = Readonly<Record<string, EntryChange>>

/**
 * Returns the codes of a dictionary in the tenant's order: shipped ones and the tenant's own, including those that are switched
 * off.
 */
export function codesInOrder(shipped: readonly string[], changes: EntryChanges = {}): string[] {
  const own = Object.keys(changes).filter(code => changes[code]?.own && !shipped.includes(code))
  const all = [...shipped, ...own]
  const placeOf = (code: string): number => changes[code]?.place ?? Number.MAX_SAFE_INTEGER
  // toSorted is stable: entries with equal positions keep the shipped order.
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the codes that can be chosen now, in the tenant's order. */
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
  // Without shipped values, `of` names the words of codes.
  return field.of !== undefined && field.values !== undefined && (field.kind === 'oneOf' || field.kind === 'tags')
}

/**
 * Returns the name under which the values of a field have their texts, colours and order: that of its dictionary, or of the field
 * itself (`assets.station.status`) when its values are a closed set.
 */
export function dictionaryOf(field: Chooser, name: string): string {
  return isFromDictionary(field) ? (field.of ?? name) : name
}
