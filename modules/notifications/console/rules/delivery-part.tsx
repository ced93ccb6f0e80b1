import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { delivery } from '../../contract/delivery.ts'
import { NotifyTabs } from '../notify-page.tsx'
import { KindCell, useKindName } from './kind-parts.tsx'

const slots: ResourceSlots = {
  cells: { kind: KindCell },
  useNameOf: useKindName,
  widths: { kind: 170, title: 260, error: 220 },
  toolbar: NotifyTabs,
}

/** Draws the outbox: messages that were sent, that wait, or that would have been sent. */
export function DeliveryPart() {
  return <ResourcePage resource={delivery} slots={slots} />
}
