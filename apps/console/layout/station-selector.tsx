import { DownOutlined, EnvironmentOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { chooseStation, Popover, toast, useLiveRefresh, useStationFilter, useWords } from '@wattyard/console-kit'
import { useCallback, useEffect } from 'react'
import { useStationOfTopBar } from './chosen-station.ts'
import { STATION, StationList } from './station-list.tsx'

/**
 * Draws the choice of the station for pages about one station, for people who may read stations. "All stations" is the first
 * option, the default, and the choice when the chosen station is no longer accessible (contract §4).
 */
export function StationSelector() {
  const { t } = useWords()
  const { id: stationId, name: known, isGone, mayChoose } = useStationOfTopBar()
  const queries = useQueryClient()
  /** Chooses a station and reloads everything shown; typed input stays. */
  const choose = useCallback(
    (id: string | null): void => {
      if (id === useStationFilter.getState().stationId) return
      chooseStation(id)
      void queries.invalidateQueries()
    },
    [queries],
  )
  // A deleted station, or one out of reach by now, must not narrow pages to nothing. Nor may one that somebody else chose in this
  // browser narrow them for people who cannot see and change the choice.
  useLiveRefresh([STATION], [STATION])
  useEffect(() => {
    if (isGone) {
      toast.warn(t('shell.stationGone'))
      choose(null)
    } else if (!mayChoose) choose(null)
  }, [isGone, mayChoose, choose, t])
  if (!mayChoose) return null
  const name = stationId === null ? t('shell.stationAll') : (known ?? '…')
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
