import { queryOptions } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import type { PointRow } from '../../contract/point-map/point.ts'
import { readPointMap, listSourceValues, listReadings, readPointNetworks } from '../../contract/calls/points.ts'

const quiet = { lane: 'page', quiet: true } as const

export const pointQueries = {
  map: (id: string) =>
    queryOptions({
      queryKey: ['gateway.pointMap', 'detail', id],
      queryFn: ({ signal }) => api.call(readPointMap, { id }, { signal, ...quiet }),
    }),
  values: (id: string) =>
    queryOptions({
      queryKey: ['gateway.pointSource', 'values', id],
      queryFn: ({ signal }) => api.call(listSourceValues, { id }, { signal, ...quiet }),
    }),
  readings: (id: string, key: string, from: number, to: number) =>
    queryOptions({
      queryKey: ['gateway.pointSource', 'readings', id, key, from],
      queryFn: ({ signal }) => api.call(listReadings, { id, key, from, to }, { signal, ...quiet }),
    }),
  networks: queryOptions({
    queryKey: ['gateway.pointSource', 'networks'],
    queryFn: ({ signal }) => api.call(readPointNetworks, {}, { signal, ...quiet }),
  }),
}

/** Reads the rows of a map, for a comparison. */
export const readMapRows = async (id: string, signal: AbortSignal): Promise<readonly PointRow[]> =>
  (await api.call(readPointMap, { id }, { signal, ...quiet })).points

export const MODEL_PAGE = '/basedata/model'
/** Returns the path of the maps of a model, or of one of them. */
export function mapLink(modelId: string, mapId?: string): string {
  return `${MODEL_PAGE}?points=${modelId}${mapId === undefined ? '' : `&version=${mapId}`}`
}
