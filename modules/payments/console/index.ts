import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'payments',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  // Channels are a part of the page of top-ups.
  lists: { 'payments.channel': '/wallet/buyBill?part=channels' },
  actions: [
    { key: 'recordTopUp', page: '/wallet/buyBill', opens: 'topUp', needs: 'members.member:topUp' },
    { key: 'collect', page: '/wallet/buyBill', opens: 'collect', needs: 'payments.codePayment:collect' },
    { key: 'askRefund', page: '/wallet/refundBill', opens: 'ask', needs: 'payments.refund:ask' },
  ],
  tones: {
    'payments.payment.state': { paid: 'good', reversed: 'idle' },
    'payments.codePayment.state': {
      created: 'busy',
      unclear: 'wait',
      open: 'wait',
      refused: 'bad',
      closed: 'idle',
      paid: 'good',
    },
    'payments.codePayment.finding': { paidOtherwise: 'bad', queryRefused: 'wait' },
    'payments.refund.state': {
      requested: 'wait',
      rejected: 'idle',
      withdrawn: 'idle',
      approved: 'busy',
      failed: 'bad',
      partlyDone: 'good',
      givenBack: 'idle',
      done: 'good',
    },
    'payments.refundPart.state': {
      waiting: 'wait',
      sending: 'busy',
      accepted: 'busy',
      unclear: 'wait',
      abnormal: 'bad',
      done: 'good',
      failed: 'bad',
      replaced: 'idle',
      dropped: 'idle',
      givenBack: 'idle',
    },
    'payments.channel.state': { off: 'idle', open: 'good', paused: 'wait' },
  },
}
