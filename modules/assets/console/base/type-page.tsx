import {
  type CellSlotProps,
  lazyPart,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useWords,
} from '@wattyard/console-kit'
import { deviceType } from '../../contract/device-type.ts'
import { AttributeList } from './attribute-list.tsx'
import { TypeIcon } from './type-icon.tsx'
import { typeName } from './type-name.ts'
import './base.css'

/** Loaded with the form: the list does not need its controls. */
const AttributesControl = lazyPart(async () => (await import('./attributes-control.tsx')).AttributesControl)

function TypeCell({ record }: CellSlotProps) {
  const { language } = useWords()
  return (
    <span className="as-type-name">
      <TypeIcon name={String(record.icon)} />
      <span className="w-clip">{typeName(record, language)}</span>
    </span>
  )
}

function AttributesOf({ record }: SectionProps) {
  return <AttributeList record={{ attributes: record.attributes }} />
}

const SLOTS: ResourceSlots = {
  cells: { name: TypeCell },
  controls: { attributes: AttributesControl },
  widths: { name: 220, nameEn: 170, nameEs: 210, icon: 140 },
  sections: [{ key: 'attributes', title: 'assets.typePage.fields', Show: AttributesOf }],
}

/** Draws `/basedata/type`: device types as a list; the tree has a page of its own. */
export function Page() {
  return <ResourcePage resource={deviceType} slots={SLOTS} />
}
