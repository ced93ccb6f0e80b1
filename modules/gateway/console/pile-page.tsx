import { pile } from '@wattyard/assets/contract'
import { lazyPart, ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { MessageTrace, PileNow } from './index.ts'

/** Keys and QR codes are looked at now and then; their drawing is heavier than the list. */
const PileAccess = lazyPart(async () => (await import('./pile-access.tsx')).PileAccess)

const slots: ResourceSlots = {
  sections: [
    { key: 'now', title: 'gateway.pilePage.now', Show: PileNow },
    { key: 'access', title: 'gateway.pilePage.access', Show: PileAccess },
    { key: 'trace', title: 'gateway.pilePage.trace', Show: MessageTrace },
  ],
}

/** `/device/devicePole`: piles; the detail shows connection and connectors, access with QR codes, and the message trace. */
export function Page() {
  return <ResourcePage resource={pile} slots={slots} topics={['gateway.pile']} />
}
