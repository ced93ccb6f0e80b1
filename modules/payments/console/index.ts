import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

const TopUpsOfMember = lazyPart(async () => (await import('./member/money-of-member.tsx')).TopUpsOfMember)
const RefundsOfMember = lazyPart(async () => (await import('./member/money-of-member.tsx')).RefundsOfMember)
const OF_MEMBER = { resource: 'members.member', wholeTenant: true } as const

export const consoleModule: ConsoleModule = {
  name: 'payments',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  // Channels are a part of the page of top-ups.
  lists: { 'payments.channel': '/wallet/buyBill?part=channels' },
  details: [
    { ...OF_MEMBER, key: 'topUps', tab: 'topUps', needs: 'payments.payment:read', Show: TopUpsOfMember },
    { ...OF_MEMBER, key: 'refunds', tab: 'refunds', needs: 'payments.refund:read', Show: RefundsOfMember },
  ],
  actions: [
    { key: 'recordTopUp', page: '/wallet/buyBill', opens: 'topUp', needs: 'members.member:topUp' },
    { key: 'collect', page: '/wallet/buyBill', opens: 'collect', needs: 'payments.codePayment:collect' },
    { key: 'askRefund', page: '/wallet/refundBill', opens: 'ask', needs: 'payments.refund:ask' },
  ],
  tones: {
    'payments.codePayment.state': {
      created: 'busy',
      unclear: 'wait',
      open: 'wait',
    },
    'payments.codePayment.finding': { paidOtherwise: 'bad', queryRefused: 'wait' },
    'payments.refund.state': {
      requested: 'wait',
      rejected: 'idle',
      approved: 'busy',
      partlyDone: 'good',
    },
    'payments.refundPart.state': {
      accepted: 'busy',
      unclear: 'wait',
    },
  },
}
