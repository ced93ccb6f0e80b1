import { ITEM_KINDS, type ItemKind } from '../item.ts'
import { enlarged } from './text-store.ts'

/** What the items of a group have in common: our number, or the channel's number of rows that tell none of ours. */
export const SPACES = ['number', 'channelNo'] as const
export type Space = (typeof SPACES)[number]

/** The places of a group: at most one list for each of these. */
export const LISTS = ['orders', 'lines', 'rows', 'undoings'] as const
export type List = (typeof LISTS)[number]

const START_ROOM = 64

/** Items that name the same movement, in groups from 1. */
export interface KeyGroups {
  /** Returns the group of a key; makes it when there is none. */
  of(space: Space, kind: ItemKind, key: number): number
  /** Returns the group of a key, 0 when there is none. */
  find(space: Space, kind: ItemKind, key: number): number
  /** Makes a group of its own, for an item that names nothing. */
  alone(): number
  put(group: number, list: List, place: number): void
  /** Returns the items of a list, the last put first. */
  list(group: number, list: List): number[]
  has(group: number, list: List): boolean
  /** Moves what one group has into another. */
  move(from: number, to: number): void
  count(): number
}

export function createKeyGroups(): KeyGroups {
  /** Group by the place of the key, for each space and kind. */
  const indexes = Array.from({ length: SPACES.length * ITEM_KINDS.length }, () => new Uint32Array(0))
  /** First item of each list of a group, and the item after each item. */
  let heads = new Uint32Array(START_ROOM * LISTS.length)
  let nexts = new Uint32Array(START_ROOM)
  let count = 0

  const headOf = (group: number, list: List) => group * LISTS.length + LISTS.indexOf(list)

  function alone(): number {
    count += 1
    if ((count + 1) * LISTS.length > heads.length) heads = enlarged(heads)
    return count
  }

  const indexNo = (space: Space, kind: ItemKind) => SPACES.indexOf(space) * ITEM_KINDS.length + ITEM_KINDS.indexOf(kind)

  function of(space: Space, kind: ItemKind, key: number): number {
    const no = indexNo(space, kind)
    let index = indexes[no] ?? new Uint32Array(0)
    const known = index[key] ?? 0
    if (known !== 0) return known
    while (index.length <= key) index = enlarged(index)
    indexes[no] = index
    const group = alone()
    index[key] = group
    return group
  }

  function put(group: number, list: List, place: number): void {
    while (nexts.length <= place) nexts = enlarged(nexts)
    const head = headOf(group, list)
    nexts[place] = heads[head] ?? 0
    heads[head] = place
  }

  function places(group: number, list: List): number[] {
    const found: number[] = []
    for (let place = heads[headOf(group, list)] ?? 0; place !== 0; place = nexts[place] ?? 0) found.push(place)
    return found
  }

  return {
    alone,
    of,
    find: (space, kind, key) => indexes[indexNo(space, kind)]?.[key] ?? 0,
    put,
    list: places,
    has: (group, list) => heads[headOf(group, list)] !== 0,
    move(from, to) {
      for (const list of LISTS) {
        for (const place of places(from, list)) put(to, list, place)
        heads[headOf(from, list)] = 0
      }
    },
    count: () => count,
  }
}
