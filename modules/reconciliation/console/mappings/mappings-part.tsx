import {
  type CreatedSlotProps,
  HeadCommands,
  lazyPart,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  StatusTag,
  useCommand,
  useMay,
  usePage,
  useTabQuery,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { file } from '../../contract/records/file.ts'
import { mapping } from '../../contract/records/mapping.ts'
import { PartSwitch } from '../part-switch.tsx'
import { OpenDescribe } from './open-describe.tsx'

/** Loaded with the form: the list does not need it. */
const RulesControl = lazyPart(async () => (await import('./rules-control.tsx')).RulesControl)
const RulesShown = lazyPart(async () => (await import('./rules-shown.tsx')).RulesShown)

/** Reads the sample by the description that was just made of it, and leads to it. */
function ReadSample({ record, onDone }: CreatedSlotProps) {
  const navigate = useNavigate()
  const [params] = useTabQuery()
  const sample = params.get('sample')
  const again = useCommand({ resource: file, command: 'readAgain' })
  const read = useEffectEvent(async () => {
    if (sample === null) return onDone()
    await again.mutateAsync({ ids: [sample], input: { mapping: record.id } }).catch(() => undefined)
    onDone()
    void navigate(`/cwdata4/TradeNBill?part=files&open=${sample}`)
  })
  useEffect(() => void read(), [])
  return null
}

/** Draws the state of a description, and the way to another edition of it. */
function MappingHead({ record }: SectionProps) {
  const { t } = useWords()
  const { open } = usePage()
  const mayCreate = useMay(`${mapping.name}:create`)
  const { name, family, channel, isNet, rules, state, edition, id } = record
  const known = { values: { name, family, channel, isNet, rules, replaces: id }, labels: {} }
  return (
    <>
      <StatusTag of="reconciliation.mapping.state" value={String(state)} />
      <span className="w-quiet">
        {t('reconciliation.mapping.edition')} {String(edition)}
      </span>
      {mayCreate && state !== 'replaced' && (
        <Button size="small" onClick={() => open({ kind: 'create', known })}>
          {t('reconciliation.describe.edition')}
        </Button>
      )}
      <HeadCommands record={record} names={['retire', 'restore']} />
    </>
  )
}

const SLOTS: ResourceSlots = {
  toolbar: () => (
    <>
      <PartSwitch />
      <OpenDescribe />
    </>
  ),
  controls: { rules: RulesControl },
  created: ReadSample,
  head: MappingHead,
  figures: [{ field: 'files' }, { field: 'edition' }],
  widths: { name: 240, edition: 88, state: 96, files: 96 },
  inSections: ['state', 'rules'],
  tabs: ['overview', 'data'],
  factsTab: 'data',
  sections: [{ key: 'rules', title: 'reconciliation.mapping.rules', Show: RulesShown, tab: 'overview' }],
}

/** Draws the descriptions of files: how each reads, and how many files were read by it. */
export function MappingsPart() {
  return <ResourcePage resource={mapping} slots={SLOTS} topics={[file.name]} />
}
