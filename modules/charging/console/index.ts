import { type ConsoleModule, lazyPart, type ResourceSlots } from '@wattyard/console-kit'

export { useImportMenu } from './import/use-import-menu.tsx'
/** Draws the button that imports past sessions of another system, for the toolbar of a list of orders. */
export const ImportSessionsButton = lazyPart(
  async () => (await import('./import/import-button.tsx')).ImportSessionsButton,
)
/** Draws the curves of a session: power, state of charge and energy over time, and the findings of the rule book. */
export const OrderCurve = lazyPart(async () => (await import('./order/order-curve.tsx')).OrderCurve)
export { findingsIn } from './order/findings-in.ts'

/** Draws one value of evidence in the reader's format. */
export const EvidenceFigure = lazyPart(async () => (await import('./order/evidence.tsx')).EvidenceFigure)
/** Draws the buttons of the commands that an order allows now. */
export const OrderActions = lazyPart(async () => (await import('./order/order-actions.tsx')).OrderActions)

/** Draws the pile's detail of a command's answer. */
export const CommandDetail = lazyPart(async () => (await import('./order/command-detail.tsx')).CommandDetail)

/** Dialogs of an order's commands that say beforehand what they will do, for pages of orders. */
export const ORDER_DIALOGS = {
  settleByHand: lazyPart(async () => (await import('./order/planned-dialogs.tsx')).SettleByHand),
  assignMember: lazyPart(async () => (await import('./order/planned-dialogs.tsx')).AssignMember),
  acceptEstimate: lazyPart(async () => (await import('./order/planned-dialogs.tsx')).AcceptEstimate),
  refund: lazyPart(async () => (await import('./order/planned-dialogs.tsx')).Refund),
  waive: lazyPart(async () => (await import('./order/planned-dialogs.tsx')).Waive),
} satisfies ResourceSlots['commands']

/** Draws the newest commands of a pile with its answers, and whether it came back. */
export const RecentCommands = lazyPart(async () => (await import('./wall/recent-commands.tsx')).RecentCommands)

const StationToday = lazyPart(async () => (await import('./place/place-today.tsx')).StationToday)
const PileToday = lazyPart(async () => (await import('./place/place-today.tsx')).PileToday)
const ConnectorsOfPile = lazyPart(async () => (await import('./pile/connectors-of-pile.tsx')).ConnectorsOfPile)
const CommandsOfPile = lazyPart(async () => (await import('./pile/commands-of-pile.tsx')).CommandsOfPile)
const OpenFindings = lazyPart(async () => (await import('./place/findings-of-place.tsx')).OpenFindings)
const FindingsOfStation = lazyPart(async () => (await import('./place/findings-of-place.tsx')).FindingsOfStation)
const FindingsOfPile = lazyPart(async () => (await import('./place/findings-of-place.tsx')).FindingsOfPile)

const OF_STATION = { resource: 'assets.station' } as const
const OF_PILE = { resource: 'assets.pile' } as const
const ORDERS = 'charging.order:read'
const FINDINGS = 'charging.abnormal:read'

export const consoleModule: ConsoleModule = {
  name: 'charging',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  details: [
    { ...OF_STATION, key: 'today', tab: 'head', needs: ORDERS, Show: StationToday },
    { ...OF_STATION, key: 'openFindings', tab: 'overview', needs: FINDINGS, Show: OpenFindings },
    { ...OF_STATION, key: 'findings', tab: 'alarms', needs: FINDINGS, Show: FindingsOfStation },
    { ...OF_PILE, key: 'today', tab: 'head', needs: ORDERS, Show: PileToday },
    {
      ...OF_PILE,
      key: 'connectors',
      tab: 'overview',
      needs: 'assets.pile:read',
      isFirst: true,
      Show: ConnectorsOfPile,
    },
    { ...OF_PILE, key: 'commands', tab: 'commands', needs: 'gateway.command:read', Show: CommandsOfPile },
    { ...OF_PILE, key: 'findings', tab: 'alarms', needs: FINDINGS, Show: FindingsOfPile },
  ],
  tones: {
    'charging.order.state': {
      draft: 'idle',
      starting: 'wait',
      stopping: 'wait',
      ended: 'wait',
      reversed: 'bad',
    },
    'charging.abnormal.severity': { warning: 'wait' },
    'charging.abnormal.state': { open: 'wait', handled: 'good' },
  },
}
