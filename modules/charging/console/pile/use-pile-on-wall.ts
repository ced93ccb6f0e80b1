import type { AnyRecord } from '@wattyard/console-kit'
import type { WallPile } from '../../contract/calls/live.ts'
import { useWall } from '../wall/use-wall.ts'

interface PileOnWall {
  /** Undefined until it is read; null for a pile that the wall does not show. */
  readonly pile: WallPile | null | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Reads a pile as the wall shows it, among those of its station, and follows it. Parts of one detail share the answer. */
export function usePileOnWall({ id, station }: AnyRecord): PileOnWall {
  const { data, error, refetch } = useWall(typeof station === 'string' ? station : null)
  return { pile: data && (data.piles.find(one => one.id === id) ?? null), error, refetch }
}
