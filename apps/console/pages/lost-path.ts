import { routeAt } from '@wattyard/pages'
import { create } from 'zustand'

/** Unknown address from which somebody came to /404, without its query, which may hold anything. */
export const useLostPath = create<{ readonly path: string }>()(() => ({ path: '' }))

/** Length from which a part of an address says something. */
const TELLING = 4

const partsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter(part => part.length >= TELLING)

/**
 * Returns the keys of pages that are like a lost address, most alike first: a part of one begins as a part of the other does.
 * `/device/stations` is like `/device/station`.
 */
export function nearTo(lost: string, keys: readonly string[]): string[] {
  const parts = partsOf(lost)
  const alike = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)
  const likeness = (key: string): number => parts.filter(part => partsOf(key).some(own => alike(own, part))).length
  return keys
    .filter(key => routeAt(key) !== undefined && likeness(key) > 0)
    .toSorted((one, other) => likeness(other) - likeness(one))
}
