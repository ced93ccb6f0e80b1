import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { SearchInput } from '../ui/search-input.tsx'
import { useWords } from '../words/use-words.ts'
import type { MapGround } from './ground.ts'
import { MapNote } from './ground-note.tsx'
import { MapCanvas, type MapPoint, type MapState } from './map-canvas.tsx'
import './map.css'

interface StationMapProps {
  /** Name of the map, which screen readers read first. */
  readonly label: string
  readonly points: readonly MapPoint[]
  /** States of the points, in the order of the legend. */
  readonly states: readonly MapState[]
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
  /** Drawn below the points, with its approval number and source beside it. */
  readonly ground?: MapGround | null
  /** Draws the details of the chosen point. */
  readonly detail?: ((id: string) => ReactNode) | undefined
}

const LISTED = 50

/**
 * Draws points on a map that needs no outside service and shows no boundaries, with a list beside it that reaches every point by
 * keyboard. Pages use `LazyStationMap`.
 */
export function StationMap({ label, points, states, chosen, onChoose, ground = null, detail }: StationMapProps) {
  return (
    <div className="w-map">
      <MapCanvas label={label} points={points} states={states} chosen={chosen} onChoose={onChoose} ground={ground}>
        <MapNote ground={ground} />
        {chosen !== null && detail && <div className="w-map-detail">{detail(chosen)}</div>}
      </MapCanvas>
      <div className="w-map-side">
        <Legend points={points} states={states} />
        <PointList points={points} states={states} chosen={chosen} onChoose={onChoose} />
      </div>
    </div>
  )
}

type Shown = Pick<StationMapProps, 'points' | 'states'>

function Legend({ points, states }: Shown) {
  const { t } = useWords()
  const counts = useMemo(() => {
    const all = new Map<string, number>()
    for (const { state } of points) all.set(state, (all.get(state) ?? 0) + 1)
    return all
  }, [points])
  return (
    <ul className="w-map-legend" aria-label={t('kit.map.legend')}>
      {states
        .filter(({ key }) => counts.has(key))
        .map(({ key, word, colour }) => (
          <li key={key}>
            <i style={{ background: colour }} aria-hidden="true" />
            {word} <span className="w-num">{counts.get(key)}</span>
          </li>
        ))}
    </ul>
  )
}

function PointList({ points, states, chosen, onChoose }: Shown & Pick<StationMapProps, 'chosen' | 'onChoose'>) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const [room, setRoom] = useState(LISTED)
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    return points.filter(({ name }) => name.toLowerCase().includes(wanted))
  }, [points, text])
  const words = useMemo(() => new Map(states.map(state => [state.key, state])), [states])
  return (
    <>
      <SearchInput small width={200} label={t('kit.search')} value={text} onChange={setText} />
      <ul className="w-map-list">
        {found.slice(0, room).map(({ id, name, state }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id === chosen ? null : id)}>
              <i style={{ background: words.get(state)?.colour }} aria-hidden="true" />
              <span>{name}</span>
              <small>{words.get(state)?.word}</small>
            </button>
          </li>
        ))}
      </ul>
      {found.length > room && (
        <Button size="small" onClick={() => setRoom(room + LISTED)}>
          {t('kit.map.more', { count: found.length - room })}
        </Button>
      )}
      {found.length === 0 && <p className="w-quiet">{t('kit.map.none')}</p>}
    </>
  )
}
