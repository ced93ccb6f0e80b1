import { lazyPart } from '../ui/lazy-part.tsx'

/** Draws `WallStage`, loaded as a chunk of its own. */
export const LazyWallStage = lazyPart(async () => (await import('./wall-stage.tsx')).WallStage)
