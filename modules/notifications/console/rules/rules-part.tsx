import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { rule } from '../../contract/rule.ts'
import { NotifyTabs } from '../notify-page.tsx'
import { KindCell, KindControl, useKindName } from './kind-parts.tsx'

const slots: ResourceSlots = {
  cells: { kind: KindCell },
  useNameOf: useKindName,
  controls: { kind: KindControl },
  widths: {
    kind: 180,
    channels: 210,
    roleIds: 120,
    officeIds: 120,
    dutyIds: 100,
    personIds: 120,
    quietFrom: 110,
    quietTo: 110,
  },
  toolbar: NotifyTabs,
}

/** Draws the rules: who gets what, through which channels, and when. */
export function RulesPart() {
  return <ResourcePage resource={rule} slots={slots} />
}
