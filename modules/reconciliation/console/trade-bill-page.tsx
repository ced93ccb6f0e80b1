import { lazyPart, ResourcePage, type ResourceSlots, Skeleton } from '@wattyard/console-kit'
import { AccountsPart } from '@wattyard/ledger/console'
import { run } from '../contract/records/run.ts'
import { Actor } from './actor.tsx'
import { PartSwitch, useParts } from './part-switch.tsx'
import { ToResults } from './to-results.tsx'

const WAITING = <Skeleton lines={8} />
const Results = lazyPart(async () => (await import('./results/results-part.tsx')).ResultsPart, WAITING)
const Files = lazyPart(async () => (await import('./files/files-part.tsx')).FilesPart, WAITING)
const Mappings = lazyPart(async () => (await import('./mappings/mappings-part.tsx')).MappingsPart, WAITING)
const Journals = lazyPart(async () => (await import('./journals/journals-part.tsx')).JournalsPart, WAITING)

const RUNS: ResourceSlots = {
  toolbar: PartSwitch,
  cells: { actor: Actor },
  head: ToResults,
  figures: [
    { field: 'differences' },
    { field: 'surplus' },
    { field: 'shortage' },
    { field: 'waiting' },
    { field: 'matched' },
  ],
  widths: { channel: 128, matched: 88, waiting: 88, differences: 88, flooded: 104 },
}

/** Draws `/cwdata4/TradeNBill`: what comparisons with the channels came to, the files that they rest on, the runs, and all journals. */
export function Page() {
  const { part } = useParts()
  if (part === 'files') return <Files />
  if (part === 'mappings') return <Mappings />
  if (part === 'runs') return <ResourcePage resource={run} slots={RUNS} />
  if (part === 'journals') return <Journals />
  if (part === 'accounts') return <AccountsPart tools={<PartSwitch />} />
  return <Results />
}
