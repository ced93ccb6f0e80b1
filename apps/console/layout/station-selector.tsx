import { DownOutlined, EnvironmentOutlined } from '@ant-design/icons'
import {
  chooseStation,
  pathOfResource,
  Popover,
  useMay,
  useRefOptions,
  useStationFilter,
  useWords,
} from '@wattyard/console-kit'
import { useState } from 'react'

const STATION = 'assets.station'

/** Station that pages about one station show. Offered when the module of stations is there and may be read. */
export function StationSelector() {
  const { t } = useWords()
  const mayRead = useMay(`${STATION}:read`)
  const stationId = useStationFilter(filter => filter.stationId)
  const { options } = useRefOptions(STATION, '', stationId ? [stationId] : [], false)
  if (!mayRead || pathOfResource(STATION) === undefined) return null
  const name = options.find(option => option.id === stationId)?.label
  return (
    <Popover
      align="end"
      label={t('shell.station')}
      button={props => (
        <button
          type="button"
          className="s-tool s-station"
          title={name ?? t('shell.stationAll')}
          aria-label={`${t('shell.station')}: ${name ?? t('shell.stationAll')}`}
          {...props}
        >
          <EnvironmentOutlined />
          <span className="w-clip">{name ?? t('shell.stationAll')}</span>
          <DownOutlined aria-hidden="true" />
        </button>
      )}
    >
      {({ close }) => (
        <StationList
          chosen={stationId}
          onChoose={id => {
            chooseStation(id)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function StationList({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const { options, loading } = useRefOptions(STATION, typed, chosen ? [chosen] : [])
  return (
    <div className="w-ticks">
      <input
        className="w-input"
        type="search"
        data-autofocus=""
        aria-label={t('shell.stationPlaceholder')}
        placeholder={t('shell.stationPlaceholder')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {typed === '' && (
        <button type="button" className="w-menu-item" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          {t('shell.stationAll')}
        </button>
      )}
      {options.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="w-menu-item"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <span className="w-clip">{label}</span>
        </button>
      ))}
      {options.length === 0 && <p className="w-quiet w-ticks-none">{t(loading ? 'kit.loading' : 'kit.noMatch')}</p>}
    </div>
  )
}
