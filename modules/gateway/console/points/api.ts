import { queryOptions } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import type { PointValue } from '../../contract/point-map/decode-point.ts'
import type { MapProtocol, PointRow } from '../../contract/point-map/point.ts'
import type { MapState } from '../../contract/point-map.ts'

/** Answer of `pointMap/detail`. */
export interface MapDetail {
  readonly id: string
  readonly version: number
  readonly number: number
  readonly state: MapState
  readonly protocol: MapProtocol
  readonly points: readonly PointRow[]
  readonly model: { readonly id: string; readonly name: string; readonly code: string }
}

/** A point's value as the server shows it. */
export interface ShownValue extends PointValue {
  readonly name: string
  readonly unit: string
  readonly at?: number | null
}

/** Answer of `tryRead` and `readNow`. */
export interface ReadAnswer {
  readonly values: readonly ShownValue[]
  readonly missing: readonly { readonly key: string; readonly problem: string }[]
  readonly requests: number
  readonly problem: string | null
}

export interface AllowedNetworks {
  readonly installation: readonly string[]
  readonly own: readonly string[]
}

const quiet = { lane: 'page', quiet: true } as const

export const pointQueries = {
  map: (id: string) =>
    queryOptions({
      queryKey: ['gateway.pointMap', 'detail', id],
      queryFn: ({ signal }) => api.get<MapDetail>('/api/basedata/pointMap/detail', { id }, { signal, ...quiet }),
    }),
  values: (id: string) =>
    queryOptions({
      queryKey: ['gateway.pointSource', 'values', id],
      queryFn: ({ signal }) =>
        api.get<{ list: ShownValue[] }>('/api/basedata/pointSource/values', { id }, { signal, ...quiet }),
    }),
  readings: (id: string, key: string, from: number, to: number) =>
    queryOptions({
      queryKey: ['gateway.pointSource', 'readings', id, key, from],
      queryFn: ({ signal }) =>
        api.get<{ list: { at: number; value: string | null }[]; isCutOff: boolean }>(
          '/api/basedata/pointSource/readings',
          { id, key, from, to },
          { signal, ...quiet },
        ),
    }),
  networks: queryOptions({
    queryKey: ['gateway.pointSource', 'networks'],
    queryFn: ({ signal }) => api.get<AllowedNetworks>('/api/basedata/pointSource/networks', {}, { signal, ...quiet }),
  }),
}

export const MODEL_PAGE = '/basedata/model'
/** Where the maps of a model, or one of them, are looked at. */
export function mapLink(modelId: string, mapId?: string): string {
  return `${MODEL_PAGE}?points=${modelId}${mapId === undefined ? '' : `&version=${mapId}`}`
}
