import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Messages of a pile, for pages of other modules. */
export const MessageTrace = lazyPart(async () => (await import('./message-trace.tsx')).MessageTrace)
/** Why a frame could not be taken, likewise. */
export const FrameProblem = lazyPart(async () => (await import('./frame-problem.tsx')).FrameProblem)
/** Way from a stored frame to its fields, likewise. */
export const FrameLink = lazyPart(async () => (await import('./parse/frame-link.tsx')).FrameLink)
/** Connection and connectors of a pile as they are now, likewise. */
export const PileNow = lazyPart(async () => (await import('./pile-now.tsx')).PileNow)

export const consoleModule: ConsoleModule = {
  name: 'gateway',
  pages: {
    '/device/devicePole': { load: () => import('./pile-page.tsx'), words: ['assets', 'identity'] },
    '/console/MessageParsing': { load: () => import('./parse/message-parsing-page.tsx') },
  },
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  actions: [
    {
      key: 'findPile',
      page: '/device/devicePole',
      target: { resource: 'assets.pile', label: 'code', beside: 'station' },
    },
  ],
  resources: {
    'gateway.credential': 'device/credential',
    'gateway.command': 'device/command',
    'gateway.event': 'device/gatewayEvent',
    'gateway.pendingPile': 'device/pendingPile',
  },
  tones: {
    'gateway.pilePage.online': { yes: 'good', no: 'bad' },
    'gateway.connector.state': {
      idle: 'good',
      charging: 'busy',
      plugged: 'wait',
      suspended: 'wait',
      finishing: 'wait',
      reserved: 'wait',
      fault: 'bad',
      offline: 'idle',
      unavailable: 'idle',
    },
    'gateway.command.state': {
      accepted: 'good',
      scheduled: 'good',
      'reboot-required': 'wait',
      rejected: 'bad',
      'not-supported': 'bad',
      'unknown-key': 'bad',
      failed: 'bad',
      'timed-out': 'bad',
      offline: 'idle',
      queued: 'wait',
      sent: 'busy',
    },
  },
}
