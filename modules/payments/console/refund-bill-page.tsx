import { ResourcePage, type ResourceSlots, useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import type { AnyRecord } from '@wattyard/resource'
import { Segmented } from 'antd'
import { refund } from '../contract/refunds/refund.ts'
import { refundPart } from '../contract/refunds/refund-part.ts'
import { refundRule } from '../contract/refunds/refund-rule.ts'
import { ApproveRefund } from './refunds/approve-refund.tsx'
import { AskRefund } from './refunds/ask-refund.tsx'
import { IssueRule } from './refunds/issue-rule.tsx'
import { JournalsOfPart, PartHead, PartsOfRefund, RefundHead, SplitOfRefund } from './refunds/refund-detail.tsx'

const PARTS = ['refunds', 'payouts', 'rules'] as const
type Part = (typeof PARTS)[number]

/** Draws the switch between refunds, their payouts and the rules. A switch drops the query, which has no meaning for the others. */
function PartSwitch() {
  const { t } = useWords()
  const may: Readonly<Record<Part, boolean>> = {
    refunds: true,
    payouts: useMay(`${refundPart.name}:read`),
    rules: useMay(`${refundRule.name}:read`),
  }
  const [params, setParams] = useTabQuery()
  const shown = PARTS.filter(part => may[part])
  if (shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('payments.refundPage.parts')}
      value={shown.find(part => part === params.get('part')) ?? 'refunds'}
      onChange={(part: Part) => setParams(part === 'refunds' ? {} : { part })}
      options={shown.map(value => ({ value, label: t(`payments.refundPage.${value}`) }))}
    />
  )
}

function Toolbar() {
  return (
    <>
      <PartSwitch />
      <ApprovalsButton />
      <AskRefund />
    </>
  )
}

function RulesToolbar() {
  return (
    <>
      <PartSwitch />
      <IssueRule />
    </>
  )
}

/** Returns whether a refund takes or took something out of the wallet. */
function isTaken({ state }: AnyRecord): boolean {
  return state !== 'rejected' && state !== 'withdrawn' && state !== 'givenBack'
}

const REFUNDS: ResourceSlots = {
  toolbar: Toolbar,
  ownCommands: ['ask'],
  commands: { approve: ApproveRefund },
  widths: { number: 232, state: 112, member: 88, amount: 112, owed: 104, paidOut: 104 },
  head: RefundHead,
  figures: [
    { field: 'amount' },
    { field: 'paidOut' },
    { field: 'owed' },
    { field: 'principal', when: isTaken },
    { field: 'gift', when: isTaken },
  ],
  inSections: ['state', 'member'],
  factsTab: 'data',
  tabs: ['overview', 'parts', 'data'],
  sections: [
    { key: 'split', title: 'payments.split.title', Show: SplitOfRefund, tab: 'overview' },
    {
      key: 'parts',
      title: 'payments.refund.tab.parts',
      Show: PartsOfRefund,
      needs: 'payments.refundPart:read',
      tab: 'parts',
    },
  ],
}

const PAYOUTS: ResourceSlots = {
  toolbar: PartSwitch,
  widths: { number: 232, refund: 232, state: 112, member: 88, amount: 112 },
  head: PartHead,
  figures: [{ field: 'amount' }],
  inSections: ['state', 'refund'],
  factsTab: 'data',
  tabs: ['data', 'journals'],
  sections: [
    {
      key: 'journals',
      title: 'payments.refundPart.tab.journals',
      Show: JournalsOfPart,
      needs: 'ledger.journal:read',
      tab: 'journals',
    },
  ],
}

const RULES: ResourceSlots = { toolbar: RulesToolbar, ownCommands: ['issue'] }

/** Draws `/wallet/refundBill`: refunds of wallets, their payouts, and the rules by which they are calculated. */
export function Page() {
  const [params] = useTabQuery()
  const part = params.get('part')
  if (part === 'payouts') return <ResourcePage resource={refundPart} slots={PAYOUTS} topics={[refund.name]} />
  if (part === 'rules') return <ResourcePage resource={refundRule} slots={RULES} />
  return <ResourcePage resource={refund} slots={REFUNDS} topics={[refundPart.name, 'members.member']} />
}
