import type { GeoPoint } from '@wattyard/resource'
import { useMemo } from 'react'
import { useWords } from '../words/use-words.ts'
import { MapCanvas } from './map-canvas.tsx'
import './map.css'

interface PointPickerProps {
  readonly value: GeoPoint | null
  readonly onChange: (value: GeoPoint) => void
}

const NO_STATES = [] as const

/** Draws a map on which a press sets the position of a `geoPoint`; typing in the fields beside it moves the mark. */
export function PointPicker({ value, onChange }: PointPickerProps) {
  const { t } = useWords()
  const typedLng = value?.lng ?? ''
  const typedLat = value?.lat ?? ''
  const points = useMemo(() => {
    const lng = Number(typedLng)
    const lat = Number(typedLat)
    const isPlace = typedLng !== '' && typedLat !== '' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
    return isPlace ? [{ id: 'here', name: `${typedLng}, ${typedLat}`, state: '', lng, lat }] : []
  }, [typedLng, typedLat])
  return (
    <div className="w-map-picker">
      <MapCanvas
        label={t('kit.map.pick')}
        points={points}
        states={NO_STATES}
        chosen="here"
        heatable={false}
        onPlace={({ lng, lat }) => onChange({ lng: lng.toFixed(6), lat: lat.toFixed(6) })}
      >
        <span className="w-map-note">{t('kit.map.datum')}</span>
      </MapCanvas>
    </div>
  )
}
