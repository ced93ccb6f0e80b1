import type { ConsoleModule } from '@wattyard/console-kit'

export const consoleModule: ConsoleModule = {
  name: 'members',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  records: { 'members.member': '/wallet/VipAccount' },
  actions: [
    {
      key: 'findMember',
      page: '/wallet/VipAccount',
      target: { resource: 'members.member', label: 'name', beside: 'code' },
    },
  ],
  tones: { 'members.member.status': { merged: 'idle', anonymised: 'idle' } },
}
