import {
  type ControlSlotProps,
  GeoControl,
  LazyPointPicker,
  type MapPoint,
  type PointPickerProps,
  useEveryRecord,
} from '@wattyard/console-kit'
import { useMemo } from 'react'
import { station } from '../../contract/station.ts'
import { pointOf } from './station-point.ts'
import { useMapGround } from '../use-map-ground.ts'

/** More places to go by are not told apart. */
const MAX_OTHERS = 1_000
const NO_QUERY = {}

/** Draws the map to press on, with the other stations and the ground of the tenant's maps. */
function StationPicker(props: PointPickerProps) {
  const stations = useEveryRecord(station, NO_QUERY, MAX_OTHERS)
  const others = useMemo((): MapPoint[] => (stations.data?.list ?? []).flatMap(pointOf), [stations.data])
  return <LazyPointPicker {...props} ground={useMapGround()} others={others} />
}

/** Draws the control of a station's position. */
export function LocationControl({ values: _values, ...props }: ControlSlotProps) {
  return <GeoControl {...props} Picker={StationPicker} />
}

/** Controls of the form of stations. A constant, as slots are. */
export const STATION_CONTROLS = { location: LocationControl }
