import { useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import { adjustment } from '../contract/adjustment.ts'
import { flag } from '../contract/flag.ts'
import { freeze } from '../contract/freeze.ts'
import { merge } from '../contract/merge.ts'

const PARTS = ['members', 'freezes', 'adjustments', 'merges', 'flags'] as const
type Part = (typeof PARTS)[number]

/** Draws the switch between members and what staff did with them. A switch drops the query, which has no meaning for the others. */
export function PartSwitch() {
  const { t } = useWords()
  const may: Readonly<Record<Part, boolean>> = {
    members: true,
    freezes: useMay(`${freeze.name}:read`),
    adjustments: useMay(`${adjustment.name}:read`),
    merges: useMay(`${merge.name}:read`),
    flags: useMay(`${flag.name}:read`),
  }
  const [params, setParams] = useTabQuery()
  const shown = PARTS.filter(part => may[part])
  if (shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('members.page.parts')}
      value={shown.find(part => part === params.get('part')) ?? 'members'}
      onChange={(part: Part) => setParams(part === 'members' ? {} : { part })}
      options={shown.map(value => ({ value, label: t(`members.page.${value}`) }))}
    />
  )
}

/** Draws the parts of the page and the waiting requests above the list of members. */
export function VipAccountToolbar() {
  return (
    <>
      <PartSwitch />
      <ApprovalsButton />
    </>
  )
}
