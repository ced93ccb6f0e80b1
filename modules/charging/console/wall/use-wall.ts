import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PileLiveNews, type StationLiveStatus } from '@wattyard/assets/contract'
import { api, keepAtStation, type LiveMessage, useLive, useLiveRefresh } from '@wattyard/console-kit'
import type { ConnectorLive, PileLive } from '@wattyard/gateway/contract'
import { readWall, type WallAnswer } from '../../contract/calls/live.ts'
import { withConnection, withConnector, withLive, withStationLive } from './wall-data.ts'

const KEY = ['charging.wall'] as const
/** Time in ms for which events of sessions are collected before a read; connector states are taken from the events directly. */
const GATHER_MS = 4_000
const REFRESH_MS = 30_000
/** Data of the events that change the wall at once; the server sends these types under these topics. */
function changed(wall: WallAnswer, { topic, data }: LiveMessage): WallAnswer {
  if (topic === 'gateway.pile') return withConnection(wall, data as PileLive)
  if (topic === 'gateway.connector') return withConnector(wall, data as ConnectorLive)
  const news = data as Partial<PileLiveNews> & { readonly id: string } // other changes of the record have no `live`
  if (news.live === undefined) return wall
  if (topic === 'assets.station') return withStationLive(wall, news.id, news.live as StationLiveStatus)
  return withLive(wall, news as PileLiveNews)
}

/** Reads the piles of a station, or of all for null, with their connectors and sessions, and follows them. */
export function useWall(atStation: string | null) {
  const client = useQueryClient()
  useLive(['gateway.connector', 'gateway.pile', 'assets.pile', 'assets.station'], (message: LiveMessage) =>
    client.setQueriesData<WallAnswer>({ queryKey: KEY }, wall => wall && changed(wall, message)),
  )
  useLiveRefresh(['charging.order', 'charging.abnormal', 'gateway.pile'], KEY, GATHER_MS)
  return useQuery({
    queryKey: [...KEY, { atStation }],
    queryFn: ({ signal }) => api.call(readWall, { atStation }, { signal, lane: 'page', quiet: true }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepAtStation(atStation),
  })
}
