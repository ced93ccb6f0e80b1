import { lazyPart, ResourcePage, type ResourceSlots, Skeleton, useTabQuery } from '@wattyard/console-kit'
import { adjustment } from '../contract/adjustment.ts'
import { flag } from '../contract/flag.ts'
import { freeze } from '../contract/freeze.ts'
import { member } from '../contract/member.ts'
import { merge } from '../contract/merge.ts'
import { AdjustmentHead, FlagHead, FreezeHead, JournalsOfCase } from './cases/case-heads.tsx'
import { FlagToolbar } from './cases/flag-toolbar.tsx'
import { MemberHead } from './member-head.tsx'
import { PartSwitch, VipAccountToolbar } from './vip-account-toolbar.tsx'

const WAITING = <Skeleton lines={4} />
const CardsOfMember = lazyPart(async () => (await import('./cards-of-member.tsx')).CardsOfMember, WAITING)
const CasesOfMember = lazyPart(async () => (await import('./cases/cases-of-member.tsx')).CasesOfMember, WAITING)
const HoldsOfMember = lazyPart(async () => (await import('./cases/holds-of-member.tsx')).HoldsOfMember, WAITING)
const MoneyTimeline = lazyPart(async () => (await import('./statement/money-timeline.tsx')).MoneyTimeline, WAITING)
const AnonymiseMember = lazyPart(async () => (await import('./cases/ending-dialogs.tsx')).AnonymiseMember)
const RefundWallet = lazyPart(async () => (await import('./cases/refund-dialog.tsx')).RefundWallet)
const MergeMember = lazyPart(async () => (await import('./cases/ending-dialogs.tsx')).MergeMember)

const MEMBERS: ResourceSlots = {
  toolbar: VipAccountToolbar,
  commands: { merge: MergeMember, anonymise: AnonymiseMember, refundWallet: RefundWallet },
  // These widths keep the wallet beside the name in a 1440 px window.
  widths: {
    code: 108,
    name: 96,
    phone: 124,
    status: 108,
    flags: 128,
    principal: 104,
    gift: 96,
    frozen: 96,
    available: 112,
    owed: 88,
    topUps: 112,
    lastChargeAt: 150,
  },
  head: MemberHead,
  figures: [
    { field: 'available', hint: 'members.page.availableHint' },
    { field: 'principal', hint: 'members.page.principalHint' },
    { field: 'gift', hint: 'members.page.giftHint' },
    { field: 'frozen', hint: 'members.page.frozenHint' },
    { field: 'owed', hint: 'members.page.owedHint' },
  ],
  inSections: ['status', 'code', 'phone', 'blockedReason', 'groups', 'flags', 'mergedInto'],
  factsTab: 'data',
  tabs: ['overview', 'money', 'topUps', 'refunds', 'orders', 'cards', 'data'],
  sections: [
    { key: 'holds', title: 'members.holds.title', Show: HoldsOfMember, needs: 'members.wallet:read', tab: 'overview' },
    { key: 'cases', title: 'members.page.cases', Show: CasesOfMember, tab: 'overview' },
    { key: 'money', title: 'members.statement.title', Show: MoneyTimeline, needs: 'members.wallet:read', tab: 'money' },
    { key: 'cards', title: 'members.tag.nouns', Show: CardsOfMember, needs: 'members.tag:read', tab: 'cards' },
  ],
}

const JOURNALS = {
  key: 'journals',
  title: 'members.page.journals',
  Show: JournalsOfCase,
  needs: 'ledger.journal:read',
  tab: 'journals',
} as const

const FREEZES: ResourceSlots = {
  toolbar: PartSwitch,
  widths: { number: 148, state: 96, member: 96, cause: 96, total: 104 },
  head: FreezeHead,
  figures: [{ field: 'total' }, { field: 'principal' }, { field: 'gift' }],
  inSections: ['state', 'member', 'cause'],
  factsTab: 'data',
  tabs: ['data', 'journals'],
  sections: [JOURNALS],
}

const ADJUSTMENTS: ResourceSlots = {
  toolbar: PartSwitch,
  widths: { number: 148, direction: 80, member: 96, cause: 128 },
  head: AdjustmentHead,
  figures: [{ field: 'principal' }, { field: 'gift' }, { field: 'paidDebt' }],
  inSections: ['direction', 'member', 'cause'],
  factsTab: 'data',
  tabs: ['data', 'journals'],
  sections: [JOURNALS],
}

const MERGES: ResourceSlots = { toolbar: PartSwitch, widths: { number: 200, from: 96, into: 96 } }

const FLAGS: ResourceSlots = {
  toolbar: FlagToolbar,
  widths: { member: 96, kind: 128, state: 96, count: 72 },
  head: FlagHead,
  inSections: ['state', 'member'],
}

/** Draws `/wallet/VipAccount`: members with their wallets, and what staff did with them; other modules add what was paid and charged. */
export function Page() {
  const [params] = useTabQuery()
  switch (params.get('part')) {
    case 'freezes':
      return <ResourcePage resource={freeze} slots={FREEZES} topics={[member.name]} />
    case 'adjustments':
      return <ResourcePage resource={adjustment} slots={ADJUSTMENTS} topics={[member.name]} />
    case 'merges':
      return <ResourcePage resource={merge} slots={MERGES} topics={[member.name]} />
    case 'flags':
      return <ResourcePage resource={flag} slots={FLAGS} topics={[member.name]} />
    default:
      return (
        <ResourcePage
          resource={member}
          slots={MEMBERS}
          topics={['payments.payment', 'payments.refund', 'charging.order']}
        />
      )
  }
}
