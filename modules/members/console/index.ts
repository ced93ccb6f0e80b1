import type { ConsoleModule } from '@wattyard/console-kit'

const RISKS = {
  failedCodes: 'wait',
  quickRefund: 'wait',
  samePhone: 'wait',
  oldDebt: 'bad',
  nearLimit: 'wait',
} as const

export const consoleModule: ConsoleModule = {
  name: 'members',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  records: {
    'members.member': '/wallet/VipAccount',
    'members.freeze': '/wallet/VipAccount?part=freezes',
    'members.adjustment': '/wallet/VipAccount?part=adjustments',
    'members.merge': '/wallet/VipAccount?part=merges',
    'members.flag': '/wallet/VipAccount?part=flags',
  },
  actions: [
    {
      key: 'findMember',
      page: '/wallet/VipAccount',
      target: { resource: 'members.member', label: 'name', beside: 'code' },
    },
  ],
  tones: {
    'members.member.flags': RISKS,
    'members.flag.state': { open: 'wait' },
    'members.flag.kind': RISKS,
    'members.freeze.state': { open: 'wait' },
    'members.adjustment.direction': { up: 'good', down: 'wait' },
  },
}
