import type { Resource } from '@wattyard/resource'

/** Returns the rows of a list that its sums are of (`list.totalled`). */
export function rowsAddedUp<R extends Readonly<Record<string, unknown>>>(resource: Resource, rows: readonly R[]): R[] {
  const wanted = Object.entries<readonly unknown[] | undefined>(resource.list.totalled ?? {})
  return rows.filter(row => wanted.every(([key, values]) => values?.includes(row[key])))
}
