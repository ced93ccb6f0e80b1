import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

/** Messages of a pile, for pages of other modules. */
export const MessageTrace = lazyPart(async () => (await import('./message-trace.tsx')).MessageTrace)
/** Reason why a frame was rejected, for pages of other modules. */
export const FrameProblem = lazyPart(async () => (await import('./frame-problem.tsx')).FrameProblem)
/** Link from a stored frame to its fields, for pages of other modules. */
export const FrameLink = lazyPart(async () => (await import('./parse/frame-link.tsx')).FrameLink)
/** The detail of the pile in `?open=`, for pages of other modules that show piles. */
export const PileDetail = lazyPart(async () => (await import('./pile/pile-detail.tsx')).PileDetail)

const TroubleOfStation = lazyPart(async () => (await import('./pile/faults-of-place.tsx')).TroubleOfStation)
const FaultsOfStation = lazyPart(async () => (await import('./pile/faults-of-place.tsx')).FaultsOfStation)
const STATES = 'gateway.connector:read'
/** What became of a pile after a command that interrupts it, for pages of other modules. */
export const ReturnOfPile = lazyPart(async () => (await import('./return-of-pile.tsx')).ReturnOfPile)

/** Events and commands of devices, in the log. */
const DeviceLog = lazyPart(async () => (await import('./log/device-log.tsx')).DeviceLog)

export const consoleModule: ConsoleModule = {
  name: 'gateway',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  panes: [{ page: '/console/log', key: 'device', needs: 'gateway.log:read', stations: 'narrowed', Show: DeviceLog }],
  details: [
    {
      resource: 'assets.station',
      key: 'trouble',
      tab: 'overview',
      needs: STATES,
      isFirst: true,
      Show: TroubleOfStation,
    },
    { resource: 'assets.station', key: 'faults', tab: 'alarms', needs: STATES, isFirst: true, Show: FaultsOfStation },
  ],
  actions: [
    {
      key: 'findPile',
      page: '/device/devicePole',
      target: { resource: 'assets.pile', label: 'code', beside: 'station' },
    },
  ],
  tones: {
    'gateway.pointSource.health': { waiting: 'idle', ok: 'good', partial: 'wait', failing: 'bad' },
    'gateway.protocolPage.state': { spoken: 'good', polled: 'good' },
    'gateway.event.severity': { warning: 'wait' },
    'gateway.connector.state': {
      idle: 'good',
      plugged: 'wait',
      finishing: 'wait',
      reserved: 'wait',
    },
    'gateway.command.return': {
      waits: 'busy',
      away: 'wait',
      back: 'good',
      faulty: 'bad',
    },
    'gateway.command.state': {
      scheduled: 'good',
      'reboot-required': 'wait',
      'not-supported': 'bad',
      'unknown-key': 'bad',
      'timed-out': 'bad',
      sent: 'busy',
    },
  },
}
