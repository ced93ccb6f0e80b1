import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { member } from '../contract/member.ts'
import { CardsOfMember } from './cards-of-member.tsx'
import { MemberHead } from './member-head.tsx'
import { MoneyTimeline } from './statement/money-timeline.tsx'
import { VipAccountToolbar } from './vip-account-toolbar.tsx'

const slots: ResourceSlots = {
  toolbar: VipAccountToolbar,
  // These widths keep the wallet beside the name in a 1440 px window.
  widths: {
    code: 108,
    name: 96,
    phone: 124,
    status: 88,
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
    { field: 'principal', hint: 'members.page.principalHint' },
    { field: 'gift', hint: 'members.page.giftHint' },
    { field: 'frozen', hint: 'members.page.frozenHint' },
    { field: 'owed', hint: 'members.page.owedHint' },
    { field: 'topUps', hint: 'members.page.topUpsHint' },
  ],
  inSections: ['status', 'code', 'phone', 'blockedReason', 'groups'],
  factsTab: 'data',
  tabs: ['overview', 'money', 'topUps', 'refunds', 'orders', 'cards', 'data'],
  sections: [
    { key: 'money', title: 'members.statement.title', Show: MoneyTimeline, tab: 'money' },
    { key: 'cards', title: 'members.tag.nouns', Show: CardsOfMember, needs: 'members.tag:read', tab: 'cards' },
  ],
}

/** Draws `/wallet/VipAccount`: members with their wallets; other modules add what was paid in, paid out and charged. */
export function Page() {
  return (
    <ResourcePage resource={member} slots={slots} topics={['payments.payment', 'payments.refund', 'charging.order']} />
  )
}
