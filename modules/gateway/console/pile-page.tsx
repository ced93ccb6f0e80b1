import { pile } from '@wattyard/assets/contract'
import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { MessageTrace } from './message-trace.tsx'
import { PileAccess } from './pile-access.tsx'
import { PileNow } from './pile-now.tsx'

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
