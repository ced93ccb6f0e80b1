import type { ConsoleModule } from '@wattyard/console-kit'

export { LiveAge, LiveMark, LiveStatus, type LiveStatusProps, StationLive } from './live/live-status.tsx'
export { IN_PILE_HEAD, PILE_CELLS, PileHead } from './live/live-cells.tsx'

export const consoleModule: ConsoleModule = {
  name: 'assets',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  actions: [
    {
      key: 'findStation',
      page: '/device/station',
      target: { resource: 'assets.station', label: 'name' },
    },
  ],
  tones: {
    'assets.pile.live': {
      offline: 'wait',
      unavailable: 'wait',
      idle: 'good',
    },
    'assets.station.live': {
      offline: 'bad',
      partly: 'wait',
      unavailable: 'wait',
      idle: 'good',
    },
  },
}
