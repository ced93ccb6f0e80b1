import { pile } from '@wattyard/assets/contract'
import { lazyPart, ResourcePage, type ResourceSlots } from '@wattyard/console-kit'

// The list needs none of them: they come with the first drawer that is opened.
const PileNow = lazyPart(async () => (await import('./pile-now.tsx')).PileNow)
const PileAccess = lazyPart(async () => (await import('./pile-access.tsx')).PileAccess)
const MessageTrace = lazyPart(async () => (await import('./message-trace.tsx')).MessageTrace)

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
