import { useQuery } from '@tanstack/react-query'
import { connector, pile } from '@wattyard/assets/contract'
import { useEveryRecord, useSettled } from '@wattyard/console-kit'
import type { RecordFrom } from '@wattyard/resource'
import { useMemo } from 'react'
import {
  type AssignmentLevel,
  type AssignmentTarget,
  type EffectiveAnswer,
  type EffectivePlace,
  MAX_TARGETS,
} from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'

/** Reads the prices of all places of one level in one call. */
export function usePrices(
  level: AssignmentLevel,
  ids: readonly string[],
): { answer: EffectiveAnswer | undefined; error: unknown; retry: () => void } {
  const key = ids.join()
  const targets = useMemo(
    (): AssignmentTarget[] => (key === '' ? [] : key.split(',').map(id => ({ level, id }))),
    [level, key],
  )
  const query = useQuery({ ...pricingQueries.effective(targets), enabled: targets.length > 0 })
  return { answer: query.data, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** Returns what an answer says of a place. */
export function placeIn(answer: EffectiveAnswer | undefined, id: string): EffectivePlace | undefined {
  return answer?.list.find(place => place.id === id)
}

/** Places below the stations of a page, and what charging costs there. */
export interface PlacesBelow {
  readonly piles: readonly RecordFrom<typeof pile>[]
  readonly connectors: readonly RecordFrom<typeof connector>[]
  readonly pilePrices: EffectiveAnswer | undefined
  readonly connectorPrices: EffectiveAnswer | undefined
  /** How many more there are than one question about prices takes. */
  readonly left: number
}

/** A page that is only passed through reads nothing for paper. */
const REST_MS = 1_500

/**
 * Reads what stands folded below stations while a page rests: paper does not wait for what is read once it is printed.
 *
 * @param isReady the page itself is there
 * @returns null until all of it is read
 */
export function usePlacesBelow(stations: readonly string[], isReady: boolean): PlacesBelow | null {
  const enabled = useSettled(isReady, REST_MS) && stations.length > 0
  const query = { 'filter.station': stations.join(',') }
  const piles = useEveryRecord(pile, query, MAX_TARGETS, { enabled }).data
  const connectors = useEveryRecord(connector, query, MAX_TARGETS, { enabled }).data
  const pilePrices = usePrices('pile', idsOf(piles)).answer
  const connectorPrices = usePrices('connector', idsOf(connectors)).answer
  if (!piles || !connectors) return null
  const isRead = (list: readonly unknown[], answer: unknown): boolean => list.length === 0 || answer !== undefined
  if (!isRead(piles.list, pilePrices) || !isRead(connectors.list, connectorPrices)) return null
  const left = [piles, connectors].reduce((sum, { list, total }) => sum + total - list.length, 0)
  return { piles: piles.list, connectors: connectors.list, pilePrices, connectorPrices, left }
}

const idsOf = (found: { readonly list: readonly { readonly id: string }[] } | undefined): string[] =>
  (found?.list ?? []).map(({ id }) => id)
