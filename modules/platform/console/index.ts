import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Button for a page's head: what waits for a second person, and the drawer to decide in. Shown only while something waits. */
export const ApprovalsButton = lazyPart(async () => (await import('./approval/approvals-button.tsx')).ApprovalsButton)
/** Says on a record that one of its commands waits for a second person. */
export const WaitingHere = lazyPart(async () => (await import('./approval/waiting-here.tsx')).WaitingHere)

/** Its parts are shown on the pages concerned, its words by them. */
export const consoleModule: ConsoleModule = {
  name: 'platform',
  pages: {
    '/OperationAndMaintenance': { load: () => import('./maintenance-page.tsx') },
    '/console/log': {
      load: () => import('./log/log-page.tsx'),
      words: ['identity', 'ledger', 'assets', 'pricing', 'gateway', 'members', 'charging', 'finance'],
    },
    '/sysconfig/cfgSchedule': {
      load: () => import('./schedule/schedule-page.tsx'),
      words: ['identity', 'ledger', 'gateway'],
    },
  },
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  resources: {
    'platform.approval': 'platform/approval',
    'platform.schedule': 'sysconfig/cfgSchedule',
    'platform.scheduleRun': 'platform/scheduleRun',
  },
  tones: {
    'platform.approval.state': {
      waiting: 'wait',
      approved: 'good',
      rejected: 'bad',
      withdrawn: 'idle',
      expired: 'idle',
      outdated: 'idle',
    },
    'platform.schedule.lastOutcome': { stopped: 'wait', lost: 'bad' },
    'platform.scheduleRun.outcome': { stopped: 'wait', lost: 'bad' },
  },
}
