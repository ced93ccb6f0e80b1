import { registerModule } from '@wattyard/resource'
import { approval } from './approval.ts'
import { backup } from './backup.ts'
import { dictEntry } from './dict-entry.ts'
import { menuEntry } from './menu-entry.ts'
import { schedule, scheduleRun } from './schedule.ts'

/** Modules whose logs, menu entries and texts these pages show. */
const EVERY = [
  'identity',
  'notifications',
  'ledger',
  'companies',
  'assets',
  'pricing',
  'gateway',
  'members',
  'payments',
  'payables',
  'charging',
  'reconciliation',
  'finance',
]

export const registry = registerModule({
  name: 'platform',
  resources: [approval, schedule, scheduleRun, dictEntry, menuEntry, backup],
  pages: {
    '/OperationAndMaintenance': { file: 'maintenance-page.tsx', stations: 'notNarrowed', everybody: true },
    '/console/dict': { file: 'dict/dict-page.tsx', stations: 'notNarrowed' },
    // Each tab checks its own permission.
    '/console/log': {
      file: 'log/log-page.tsx',
      stations: 'byPart',
      words: EVERY,
      anyOf: ['platform.audit:read', 'platform.interface:read', 'gateway.log:read'],
    },
    '/console/menuemanage': { file: 'menu/menu-page.tsx', stations: 'notNarrowed', words: EVERY },
    '/sysconfig/cfgSchedule': { file: 'schedule/schedule-page.tsx', stations: 'notNarrowed', words: EVERY },
  },
})
