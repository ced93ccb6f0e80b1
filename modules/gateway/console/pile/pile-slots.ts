import { IN_PILE_HEAD, PILE_CELLS } from '@wattyard/assets/console'
import { lazyPart, type ResourceSlots } from '@wattyard/console-kit'
import { KeysButton } from '../keys/keys-button.tsx'
import { MessageTrace } from '../index.ts'
import { PileNow } from '../pile-now.tsx'
import { PileStanding } from './pile-standing.tsx'
import { usePileCommands } from './use-pile-commands.tsx'

/** Loaded on demand: keys and QR codes are rarely opened, and their code is larger than that of the list. */
const PileAccess = lazyPart(async () => (await import('../pile-access.tsx')).PileAccess)

const AlarmsOfPile = lazyPart(async () => (await import('./alarms-of-pile.tsx')).AlarmsOfPile)
const ConfigurationOfPile = lazyPart(async () => (await import('./configuration-of-pile.tsx')).ConfigurationOfPile)
const CreatedPile = lazyPart(async () => (await import('../keys/created-pile.tsx')).CreatedPile)

/** The one detail of a pile, wherever it is opened: from its list, the wall, a station. Other modules add parts. */
export const PILE_SLOTS: ResourceSlots = {
  toolbar: KeysButton,
  created: CreatedPile,
  cells: PILE_CELLS,
  widths: { live: 190 },
  head: PileStanding,
  useDetailMenu: usePileCommands,
  inSections: IN_PILE_HEAD,
  factsTab: 'data',
  joinsFacts: true,
  tabs: ['overview', 'orders', 'prices', 'alarms', 'commands', 'configuration', 'messages', 'access', 'data'],
  sections: [
    {
      key: 'faults',
      title: 'gateway.pilePage.faults',
      Show: AlarmsOfPile,
      tab: 'alarms',
      isFirst: true,
    },
    {
      key: 'configuration',
      title: 'gateway.pilePage.configuration',
      Show: ConfigurationOfPile,
      needs: 'gateway.configuration:read',
      tab: 'configuration',
    },
    { key: 'now', title: 'gateway.pilePage.now', Show: PileNow, needs: 'gateway.pile:read', tab: 'overview' },
    {
      key: 'access',
      title: 'gateway.pilePage.access',
      Show: PileAccess,
      needs: 'assets.connector:read',
      tab: 'access',
    },
    { key: 'trace', title: 'gateway.pilePage.trace', Show: MessageTrace, needs: 'gateway.frame:read', tab: 'messages' },
  ],
}

/** Live topics beside the pile's own that change what its detail shows. */
export const PILE_TOPICS = ['gateway.pile'] as const
