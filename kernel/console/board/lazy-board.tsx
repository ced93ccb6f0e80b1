import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/states.tsx'

/** Draws the list of the surrounding page as a board; loaded when it is first shown. */
export const LazyResourceBoard = lazyPart(
  async () => (await import('./resource-board.tsx')).ResourceBoard,
  <Skeleton lines={8} height={40} />,
)

/** Key and title of a board among the views of a resource page: `{ ...BOARD_VIEW, Show: StationBoard }`. */
export const BOARD_VIEW = { key: 'board', title: 'kit.board.view' } as const
