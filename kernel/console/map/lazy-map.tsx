import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/states.tsx'

/** Draws `StationMap`, loaded as a chunk of its own. */
export const LazyStationMap = lazyPart(
  async () => (await import('./station-map.tsx')).StationMap,
  <Skeleton lines={8} height={40} />,
)
export const LazyPointPicker = lazyPart(async () => (await import('./point-picker.tsx')).PointPicker)
export const LazyPointMap = lazyPart(async () => (await import('./point-picker.tsx')).PointMap)
