import { DownOutlined, EnvironmentOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  chooseStation,
  pathOfResource,
  Popover,
  resourceQueries,
  useMay,
  useStationFilter,
  useWords,
} from '@wattyard/console-kit'
import { useCallback, useEffect } from 'react'
import { STATION, StationList } from './station-list.tsx'

/**
 * Draws the choice of the station for pages about one station, for people who may read stations. "All stations" is the first
 * option, the default, and the choice when the chosen station is no longer accessible (contract §4).
 */
export function StationSelector() {
  const { t } = useWords()
  const mayRead = useMay(`${STATION}:read`)
  const path = pathOfResource(STATION)
  const stationId = useStationFilter(filter => filter.stationId)
  const queries = useQueryClient()
  const chosen = useQuery({
    ...resourceQueries.select({ name: STATION, path: path ?? '' }, { ids: stationId ? [stationId] : [] }),
    enabled: mayRead && path !== undefined && stationId !== null,
  })
  const isGone = stationId !== null && chosen.data !== undefined && !chosen.data.some(({ id }) => id === stationId)
  /** Chooses a station and reloads everything shown; typed input stays. */
  const choose = useCallback(
    (id: string | null): void => {
      if (id === useStationFilter.getState().stationId) return
      chooseStation(id)
      void queries.invalidateQueries()
    },
    [queries],
  )
  useEffect(() => {
    if (isGone) choose(null)
  }, [isGone, choose])
  if (!mayRead || path === undefined) return null
  const name = stationId === null ? t('shell.stationAll') : (chosen.data?.[0]?.label ?? '…')
  return (
    <Popover
      align="end"
      width={320}
      label={t('shell.station')}
      button={props => (
        <button
          type="button"
          className="s-tool s-station"
          title={name}
          aria-label={`${t('shell.station')}: ${name}`}
          {...props}
        >
          <EnvironmentOutlined />
          <span className="w-clip">{name}</span>
          <DownOutlined aria-hidden="true" />
        </button>
      )}
    >
      {({ close }) => (
        <StationList
          chosen={stationId}
          onChoose={id => {
            choose(id)
            close()
          }}
        />
      )}
    </Popover>
  )
}
