import type { ItemStore } from './item-store.ts'
import type { KeyGroups } from './key-groups.ts'

/**
 * Brings together a record whose number is in no row, and the row without a number that the channel names as it named ours. Returns
 * the groups that got a row. Where two records claim one row, neither gets it: a person decides.
 */
export function mergeByChannelNo(store: ItemStore, groups: KeyGroups): ReadonlySet<number> {
  /** The group that claims a row's group; 0 where several do. */
  const claims = new Map<number, number>()
  for (let group = 1; group <= groups.count(); group++) {
    if (!groups.has(group, 'orders') || groups.has(group, 'rows') || groups.has(group, 'undoings')) continue
    const [place = 0, ...others] = groups.list(group, 'orders')
    const { kind, channelNo } = store.read(place)
    if (others.length > 0 || channelNo === 0) continue
    const row = groups.find('channelNo', kind, channelNo)
    if (row !== 0) claims.set(row, claims.has(row) ? 0 : group)
  }
  const merged = new Set<number>()
  for (const [row, group] of claims) {
    if (group === 0) continue
    groups.move(row, group)
    merged.add(group)
  }
  return merged
}
