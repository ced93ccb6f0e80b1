import { journal } from '@wattyard/ledger/contract'
import { ResourcePage, type ResourceSlots, useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import { channel } from '../contract/channel.ts'
import { codePayment } from '../contract/code-payment.ts'
import { payment } from '../contract/payment.ts'
import { ChannelHead, ChannelNotice } from './channel-notice.tsx'
import { CollectByCode } from './codes/collect-by-code.tsx'
import { CodeHead, PaymentCode } from './codes/payment-code.tsx'
import { JournalsOfTopUp } from './journals-of-top-up.tsx'
import { RecordTopUp } from './record-top-up.tsx'
import { TopUpHead } from './top-up-head.tsx'
import { useReverseTopUp } from './use-reverse-top-up.tsx'
import { UsageOfTopUp } from './usage-of-top-up.tsx'

const PARTS = ['topUps', 'codes', 'channels'] as const
type Part = (typeof PARTS)[number]

/** Draws the switch between top-ups, payments by code and channels. A switch drops the query, which has no meaning for the others. */
function PartSwitch() {
  const { t } = useWords()
  const may: Readonly<Record<Part, boolean>> = {
    topUps: true,
    codes: useMay(`${codePayment.name}:read`),
    channels: useMay(`${channel.name}:read`),
  }
  const [params, setParams] = useTabQuery()
  const shown = PARTS.filter(part => may[part])
  if (shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('payments.page.parts')}
      value={shown.find(part => part === params.get('part')) ?? 'topUps'}
      onChange={(part: Part) => setParams(part === 'topUps' ? {} : { part })}
      options={shown.map(value => ({ value, label: t(`payments.page.${value}`) }))}
    />
  )
}

function Toolbar() {
  return (
    <>
      <PartSwitch />
      <ApprovalsButton />
      <CollectByCode />
      <RecordTopUp />
    </>
  )
}

function CodesToolbar() {
  return (
    <>
      <PartSwitch />
      <CollectByCode />
    </>
  )
}

const TOP_UPS: ResourceSlots = {
  toolbar: Toolbar,
  // These widths keep what is left of a top-up beside it in a 1440 px window.
  widths: { number: 232, state: 96, channel: 104, member: 88, amount: 112, gift: 96, rest: 112, refunded: 100 },
  head: TopUpHead,
  useDetailMenu: useReverseTopUp,
  figures: [
    { field: 'amount' },
    { field: 'gift' },
    { field: 'rest', hint: 'payments.page.restHint' },
    { field: 'giftRest' },
    { field: 'refunded' },
  ],
  inSections: ['state', 'member', 'channel', 'paidAt'],
  factsTab: 'data',
  tabs: ['overview', 'journals', 'data'],
  sections: [
    { key: 'usage', title: 'payments.usage.title', Show: UsageOfTopUp, tab: 'overview' },
    {
      key: 'journals',
      title: 'payments.journals.title',
      Show: JournalsOfTopUp,
      needs: 'ledger.journal:read',
      tab: 'journals',
    },
  ],
}

const CODES: ResourceSlots = {
  toolbar: CodesToolbar,
  ownCommands: ['collect'],
  widths: { number: 232, state: 112, member: 88, channel: 112, amount: 112 },
  head: CodeHead,
  inSections: ['state', 'member', 'channel', 'code'],
  factsTab: 'data',
  tabs: ['overview', 'data'],
  sections: [{ key: 'code', title: 'payments.code.title', Show: PaymentCode, tab: 'overview' }],
}

const CHANNELS: ResourceSlots = {
  toolbar: PartSwitch,
  summary: ChannelNotice,
  head: ChannelHead,
  inSections: ['state', 'kind'],
}

/** Draws `/wallet/buyBill`: top-ups of wallets, payments by code, and the channels by which both come. */
export function Page() {
  const [params] = useTabQuery()
  const part = params.get('part')
  if (part === 'codes') return <ResourcePage resource={codePayment} slots={CODES} topics={['members.member']} />
  if (part === 'channels') return <ResourcePage resource={channel} slots={CHANNELS} />
  return <ResourcePage resource={payment} slots={TOP_UPS} topics={['members.member', journal.name]} />
}
