import { pile } from '@wattyard/assets/contract'
import { ResourcePage } from '@wattyard/console-kit'
import { PILE_SLOTS, PILE_TOPICS } from './pile/pile-slots.ts'

/**
 * Draws `/device/devicePole`: the piles. The detail shows connection and connectors, access with QR codes, and the message trace.
 */
export function Page() {
  return <ResourcePage resource={pile} slots={PILE_SLOTS} topics={PILE_TOPICS} />
}
