import { IN_PILE_HEAD, PILE_CELLS, PileHead } from '@wattyard/assets/console'
import { pile } from '@wattyard/assets/contract'
import { lazyPart, ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { MessageTrace, PileNow } from './index.ts'

/** Loaded on demand: keys and QR codes are rarely opened, and their code is larger than that of the list. */
const PileAccess = lazyPart(async () => (await import('./pile-access.tsx')).PileAccess)

const slots: ResourceSlots = {
  cells: PILE_CELLS,
  widths: { live: 190 },
  head: PileHead,
  inSections: IN_PILE_HEAD,
  factsTab: 'main',
  sections: [
    { key: 'now', title: 'gateway.pilePage.now', Show: PileNow, tab: 'overview' },
    { key: 'access', title: 'gateway.pilePage.access', Show: PileAccess, tab: 'access' },
    { key: 'trace', title: 'gateway.pilePage.trace', Show: MessageTrace, tab: 'messages' },
  ],
}

/**
 * Draws `/device/devicePole`: the piles. The detail shows connection and connectors, access with QR codes, and the message trace.
 */
export function Page() {
  return <ResourcePage resource={pile} slots={slots} topics={['assets.pile', 'gateway.pile']} />
}
