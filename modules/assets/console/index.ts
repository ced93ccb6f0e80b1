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
    'assets.manufacturer.state': { active: 'good', retired: 'idle' },
    'assets.model.state': { active: 'good', retired: 'idle' },
    'assets.station.kind': { public: 'idle' },
    'assets.pile.live': {
      fault: 'bad',
      offline: 'wait',
      never: 'idle',
      unavailable: 'wait',
      charging: 'busy',
      occupied: 'busy',
      idle: 'good',
      out: 'idle',
      retired: 'idle',
    },
    'assets.station.live': {
      fault: 'bad',
      offline: 'bad',
      partly: 'wait',
      never: 'idle',
      unavailable: 'wait',
      charging: 'busy',
      idle: 'good',
      empty: 'idle',
      out: 'idle',
    },
  },
}
