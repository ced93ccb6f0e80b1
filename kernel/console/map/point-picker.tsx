import type { GeoPoint } from '@wattyard/resource'
import { useMemo } from 'react'
import { useWords } from '../words/use-words.ts'
import type { MapGround } from './ground.ts'
import { MapNote } from './ground-note.tsx'
import { MapCanvas, type MapPoint } from './map-canvas.tsx'
import './map.css'

export interface PointPickerProps {
  readonly value: GeoPoint | null
  readonly onChange: (value: GeoPoint) => void
  readonly ground?: MapGround | null
  /** Known places to go by, such as the other stations; the map begins with all of them. */
  readonly others?: readonly MapPoint[]
}

const NO_STATES = [] as const
const NO_OTHERS: readonly MapPoint[] = []

/** Returns a position as the point of a map; none while it is incomplete or on no globe. */
function usePoints(value: GeoPoint | null): readonly MapPoint[] {
  const typedLng = value?.lng ?? ''
  const typedLat = value?.lat ?? ''
  return useMemo(() => {
    const lng = Number(typedLng)
    const lat = Number(typedLat)
    const isPlace = typedLng !== '' && typedLat !== '' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
    return isPlace ? [{ id: 'here', name: `${typedLng}, ${typedLat}`, state: '', lng, lat }] : []
  }, [typedLng, typedLat])
}

/** Draws a map on which a press sets the position of a `geoPoint`; typing in the fields beside it moves the mark. */
export function PointPicker({ value, onChange, ground = null, others = NO_OTHERS }: PointPickerProps) {
  const { t } = useWords()
  const own = usePoints(value)
  const points = useMemo(() => [...others, ...own], [others, own])
  return (
    <div>
      <div className="w-map-picker">
        <MapCanvas
          label={t('kit.map.pick')}
          points={points}
          states={NO_STATES}
          chosen="here"
          heatable={false}
          ground={ground}
          onPlace={({ lng, lat }) => onChange({ lng: lng.toFixed(6), lat: lat.toFixed(6) })}
        >
          <MapNote ground={ground} />
        </MapCanvas>
      </div>
      {!ground && <p className="w-field-hint">{t('kit.map.noGround')}</p>}
    </div>
  )
}

interface PointMapProps {
  /** Name of the map, which screen readers read first. */
  readonly label: string
  readonly value: GeoPoint
  readonly ground?: MapGround | null
}

/** Draws one position on a map, for a detail. */
export function PointMap({ label, value, ground = null }: PointMapProps) {
  return (
    <div className="w-map-picker" data-small="">
      <MapCanvas
        label={label}
        points={usePoints(value)}
        states={NO_STATES}
        chosen="here"
        heatable={false}
        ground={ground}
      >
        <MapNote ground={ground} />
      </MapCanvas>
    </div>
  )
}
