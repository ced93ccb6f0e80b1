import { journal } from '@wattyard/ledger/contract'
import { ResourcePage, type ResourceSlots, useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import { channel } from '../contract/channel.ts'
import { payment } from '../contract/payment.ts'
import { ChannelHead, ChannelNotice } from './channel-notice.tsx'
import { JournalsOfTopUp } from './journals-of-top-up.tsx'
import { RecordTopUp } from './record-top-up.tsx'
import { TopUpHead } from './top-up-head.tsx'
import { useReverseTopUp } from './use-reverse-top-up.tsx'
import { UsageOfTopUp } from './usage-of-top-up.tsx'

const PARTS = ['topUps', 'channels'] as const
type Part = (typeof PARTS)[number]

/** Draws the switch between top-ups and channels. A switch drops the query, which has no meaning for the other part. */
function PartSwitch() {
  const { t } = useWords()
  const mayRead = useMay(`${channel.name}:read`)
  const [params, setParams] = useTabQuery()
  if (!mayRead) return null
  return (
    <Segmented
      aria-label={t('payments.page.parts')}
      value={params.get('part') === 'channels' ? 'channels' : 'topUps'}
      onChange={(part: Part) => setParams(part === 'topUps' ? {} : { part })}
      options={PARTS.map(value => ({ value, label: t(`payments.page.${value}`) }))}
    />
  )
}

function Toolbar() {
  return (
    <>
      <PartSwitch />
      <ApprovalsButton />
      <RecordTopUp />
    </>
  )
}

const TOP_UPS: ResourceSlots = {
  toolbar: Toolbar,
  // These widths keep what is left of a top-up beside it in a 1440 px window.
  widths: { number: 232, state: 96, channel: 112, member: 88, amount: 112, gift: 104, rest: 112, refunded: 100 },
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

const CHANNELS: ResourceSlots = {
  toolbar: PartSwitch,
  summary: ChannelNotice,
  head: ChannelHead,
  inSections: ['state', 'kind'],
}

/** Draws `/wallet/buyBill`: top-ups of wallets, and the channels by which they come. */
export function Page() {
  const [params] = useTabQuery()
  if (params.get('part') === 'channels') return <ResourcePage resource={channel} slots={CHANNELS} />
  return <ResourcePage resource={payment} slots={TOP_UPS} topics={['members.member', journal.name]} />
}
