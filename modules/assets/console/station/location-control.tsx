import { type ControlSlotProps, GeoControl } from '@wattyard/console-kit'
import { useMapGround } from '../use-map-ground.ts'

/** Draws the control of a station's position, with the company's map below it. */
export function LocationControl({ values: _values, ...props }: ControlSlotProps) {
  return <GeoControl {...props} ground={useMapGround()} />
}

/** Controls of the form of stations. A constant, as slots are. */
export const STATION_CONTROLS = { location: LocationControl }
