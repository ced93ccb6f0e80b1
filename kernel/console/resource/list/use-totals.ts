import { useQuery } from '@tanstack/react-query'
import type { TotalsAnswer } from '@wattyard/resource'
import { useMemo } from 'react'
import { useZone } from '../../ui/shown.tsx'
import { usePage } from '../page-context.tsx'
import { resourceQueries } from '../queries.ts'
import { filterQuery } from './list-state.ts'

/** Sums of the list around, once its rows are there; nothing for a list that adds nothing up. */
export function useTotals(): TotalsAnswer | undefined {
  const { resource, state, answer } = usePage()
  const zone = useZone()
  const { q, filters } = state
  const query = useMemo(() => filterQuery({ q, filters }, resource, zone), [q, filters, resource, zone])
  const isWanted = Boolean(resource.list.totals?.length) && answer !== undefined
  return useQuery({ ...resourceQueries.totals(resource, query), enabled: isWanted }).data
}
