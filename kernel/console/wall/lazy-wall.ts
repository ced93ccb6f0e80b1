import { lazyPart } from '../ui/lazy-part.tsx'

/** `WallStage` in a chunk of its own. */
export const LazyWallStage = lazyPart(async () => (await import('./wall-stage.tsx')).WallStage)
