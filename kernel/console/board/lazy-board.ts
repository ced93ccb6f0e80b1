import { lazyPart } from '../ui/lazy-part.tsx'

/** Draws the list of the surrounding page as a board; loaded when it is first shown. */
export const LazyResourceBoard = lazyPart(async () => (await import('./resource-board.tsx')).ResourceBoard)

/** Key and title of a board among the views of a resource page: `{ ...BOARD_VIEW, Show: StationBoard }`. */
export const BOARD_VIEW = { key: 'board', title: 'kit.board.view' } as const
