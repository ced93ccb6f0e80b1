import { IN_PILE_HEAD, PILE_CELLS } from '@wattyard/assets/console'
import { pile } from '@wattyard/assets/contract'
import { lazyPart, ResourcePage, type ResourceSlots, type SectionProps } from '@wattyard/console-kit'
import { MessageTrace, PileNow } from './index.ts'
import { usePileCommands } from './pile/use-pile-commands.tsx'
import { PileStanding } from './pile/pile-standing.tsx'
import { KeysButton } from './keys/keys-button.tsx'

/** Loaded on demand: keys and QR codes are rarely opened, and their code is larger than that of the list. */
const PileAccess = lazyPart(async () => (await import('./pile-access.tsx')).PileAccess)

const FaultsOfPile = lazyPart(async () => (await import('./pile/faults-of-place.tsx')).FaultsOfPile)
const ConfigurationOfPile = lazyPart(async () => (await import('./pile/configuration-of-pile.tsx')).ConfigurationOfPile)
const CreatedPile = lazyPart(async () => (await import('./keys/created-pile.tsx')).CreatedPile)

function NowBelowHead(section: SectionProps) {
  return <PileNow {...section} isBelowHead />
}

const slots: ResourceSlots = {
  toolbar: KeysButton,
  created: CreatedPile,
  cells: PILE_CELLS,
  widths: { live: 190 },
  head: PileStanding,
  useDetailMenu: usePileCommands,
  inSections: IN_PILE_HEAD,
  factsTab: 'data',
  joinsFacts: true,
  tabs: ['overview', 'orders', 'prices', 'alarms', 'configuration', 'messages', 'access', 'data'],
  sections: [
    {
      key: 'faults',
      title: 'gateway.pilePage.faults',
      Show: FaultsOfPile,
      needs: 'gateway.connector:read',
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
    { key: 'now', title: 'gateway.pilePage.now', Show: NowBelowHead, tab: 'overview' },
    { key: 'access', title: 'gateway.pilePage.access', Show: PileAccess, tab: 'access' },
    { key: 'trace', title: 'gateway.pilePage.trace', Show: MessageTrace, tab: 'messages' },
  ],
}

/**
 * Draws `/device/devicePole`: the piles. The detail shows connection and connectors, access with QR codes, and the message trace.
 */
export function Page() {
  return <ResourcePage resource={pile} slots={slots} topics={['assets.pile', 'gateway.pile']} />
}
