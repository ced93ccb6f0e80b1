import { useQuery } from '@tanstack/react-query'
import type { TotalsAnswer } from '@wattyard/resource'
import { useMemo } from 'react'
import { useStationOf } from '../../station/station-filter.ts'
import { useZone } from '../../ui/shown.tsx'
import { usePage } from '../page-context.tsx'
import { resourceQueries } from '../queries.ts'
import { filterQuery } from './list-state.ts'

/** Returns the sums of the surrounding list once its rows are read; undefined for a list without totals. */
export function useTotals(): TotalsAnswer | undefined {
  const { resource, slots, state, answer } = usePage()
  const zone = useZone()
  const { q, filters } = state
  const station = useStationOf(resource)
  const query = useMemo(
    () => ({ ...filterQuery({ q, filters }, resource, zone), ...station }),
    [q, filters, resource, zone, station],
  )
  const isWanted = Boolean(resource.list.totals?.length) && !slots.withoutTotals && answer !== undefined
  return useQuery({ ...resourceQueries.totals(resource, query), enabled: isWanted }).data
}
