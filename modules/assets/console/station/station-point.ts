import type { MapPoint, RecordFrom } from '@wattyard/console-kit'
import type { station } from '../../contract/station.ts'

/** Returns the point of a station; none for a missing or invalid position. */
export function pointOf({ id, name, live, location }: RecordFrom<typeof station>): MapPoint[] {
  if (!location) return []
  const [lng, lat] = [Number(location.lng), Number(location.lat)]
  return Number.isFinite(lng) && Number.isFinite(lat) && (lng !== 0 || lat !== 0)
    ? [{ id, name, state: live, lng, lat }]
    : []
}
