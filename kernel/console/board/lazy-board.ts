import { lazyPart } from '../ui/lazy-part.tsx'

/** Draws the list of the page around as a board; loaded when it is first shown. */
export const LazyResourceBoard = lazyPart(async () => (await import('./resource-board.tsx')).ResourceBoard)
