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

/** What has left the product, what waits, and what would have left: the outbox. */
export function DeliveryPart() {
  return <ResourcePage resource={delivery} slots={slots} />
}
