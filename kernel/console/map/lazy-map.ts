import { lazyPart } from '../ui/lazy-part.tsx'

/** Draws `StationMap`, loaded as a chunk of its own. */
export const LazyStationMap = lazyPart(async () => (await import('./station-map.tsx')).StationMap)
export const LazyPointPicker = lazyPart(async () => (await import('./point-picker.tsx')).PointPicker)
