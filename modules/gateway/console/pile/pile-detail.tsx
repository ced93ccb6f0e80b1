import { pile } from '@wattyard/assets/contract'
import { DetailOverPage } from '@wattyard/console-kit'
import { PILE_SLOTS, PILE_TOPICS } from './pile-slots.ts'

/** Draws the detail of the pile in `?open=` over a page that shows piles in its own way: the same one as from their list. */
export function PileDetail() {
  return <DetailOverPage resource={pile} slots={PILE_SLOTS} topics={PILE_TOPICS} />
}
