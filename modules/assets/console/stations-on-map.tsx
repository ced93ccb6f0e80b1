import {
  colourOf,
  EmptyState,
  ErrorState,
  type RecordFrom,
  Skeleton,
  StationMap,
  toneOf,
  useEveryRecord,
  useListQuery,
  usePage,
  usePalette,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { station } from '../contract/station.ts'
import { STATION_LIVES, type StationLiveStatus } from '../contract/index.ts'
import { STATION_LIVE } from './live/live-status.tsx'
import { StationLiveCell } from './live/live-cells.tsx'
import { pointOf } from './station/station-point.ts'
import { MapPacksButton } from './map-packs-button.tsx'
import { useMapGround } from './use-map-ground.ts'
import './stations-on-map.css'

/** Largest number of stations on the map; more cannot be told apart and take long to read. */
const MAX_STATIONS = 5_000

/** Draws the stations of the filtered list on a map. The scope is that of the list, so nobody sees more here than there. */
export function StationsOnMap() {
  const { state, change, showDetail } = usePage()
  const { t } = useWords()
  const { page: _page, pageSize: _size, ...query } = useListQuery(station, state)
  const stations = useEveryRecord(station, query, MAX_STATIONS)
  const [chosen, setChosen] = useState<string | null>(null)
  const points = useMemo(() => (stations.data?.list ?? []).flatMap(pointOf), [stations.data])
  const states = useStates()
  const ground = useMapGround()
  if (stations.error && !stations.data)
    return <ErrorState error={stations.error} onRetry={() => void stations.refetch()} />
  if (!stations.data) return <Skeleton lines={8} />
  if (points.length === 0)
    return (
      <EmptyState
        title={t('assets.stationPage.noPosition')}
        text={t('assets.stationPage.noPositionHint')}
        action={<Button onClick={() => change({ q: '', filters: {} })}>{t('kit.clearFilters')}</Button>}
      />
    )
  const { list, total } = stations.data
  return (
    <>
      {total > list.length && (
        <p className="w-quiet">{t('assets.stationPage.mapCapped', { count: list.length, total })}</p>
      )}
      <div className="w-row as-map-tools w-no-print">
        <MapPacksButton />
      </div>
      <StationMap
        label={t('assets.station.location')}
        ground={ground}
        points={points}
        states={states}
        chosen={chosen}
        onChoose={setChosen}
        detail={id => <Detail record={list.find(one => one.id === id)} onOpen={showDetail} />}
      />
    </>
  )
}

type Station = RecordFrom<typeof station>

function useStates() {
  const { t } = useWords()
  const { palette } = usePalette()
  return useMemo(
    () =>
      STATION_LIVES.map((key: StationLiveStatus) => ({
        key,
        word: t(`assets.station.liveValue.${key}`),
        colour: colourOf(STATION_LIVE, key) ?? palette[toneOf(STATION_LIVE, key)],
      })),
    [t, palette],
  )
}

function Detail({ record, onOpen }: { record: Station | undefined; onOpen: (id: string) => void }) {
  const { t } = useWords()
  if (!record) return null
  return (
    <>
      <b>{record.name}</b> <StationLiveCell value={record.live} record={{ ...record }} labels={{}} />
      <p className="w-quiet">{record.address}</p>
      <Button size="small" onClick={() => onOpen(record.id)}>
        {t('assets.stationPage.toDetail')}
      </Button>
    </>
  )
}
