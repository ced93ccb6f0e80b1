import { ResourcePage, type ResourceSlots, Skeleton } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { outcome } from '../../contract/records/outcome.ts'
import { run } from '../../contract/records/run.ts'
import { PartSwitch } from '../part-switch.tsx'
import { MatchList } from './match-list.tsx'
import { OutcomeHead } from './outcome-head.tsx'
import { Overview } from './overview.tsx'
import { Proposals } from './proposals.tsx'
import { RemedyDialog } from './remedy-dialog.tsx'
import { useChannels } from './results-calls.ts'
import { ResultsTools } from './results-tools.tsx'
import { CaseMeaning, Sides } from './sides.tsx'
import { useUsualPart } from './use-usual-part.ts'
import './results.css'

const SLOTS: ResourceSlots = {
  toolbar: ({ state }) => (
    <>
      <PartSwitch />
      <ApprovalsButton />
      <ResultsTools filters={state.filters} />
    </>
  ),
  summary: Overview,
  ownFilters: ['channel', 'standing'],
  widths: { day: 104, kind: 148, told: 128, key: 148, party: 152, text: 152, owner: 96, age: 84 },
  views: [{ key: 'match', title: 'reconciliation.matching.title', Show: MatchList }],
  commands: { remedy: RemedyDialog },
  head: OutcomeHead,
  whenGone: 'reconciliation.matching.gone',
  figures: [
    { field: 'delta', hint: 'reconciliation.hint.delta' },
    { field: 'age', when: record => record.age !== null },
  ],
  inSections: ['standing', 'result', 'kind', 'amount', 'booked', 'told'],
  tabs: ['overview', 'data'],
  factsTab: 'data',
  sections: [
    { key: 'meaning', title: 'reconciliation.sides.meaning', Show: CaseMeaning, tab: 'overview' },
    { key: 'sides', title: 'reconciliation.sides.title', Show: Sides, tab: 'overview' },
    { key: 'proposals', title: 'reconciliation.matching.maybe', Show: Proposals, tab: 'overview' },
  ],
}

/** Draws the outcomes of comparisons: how the days of a channel stand, what is left to explain, and the list to work through. */
export function ResultsPart() {
  const channels = useChannels()
  const first = channels.data?.channels[0]?.id ?? null
  // Where the channels cannot be read, the list says why, as it cannot be read either.
  const isReady = useUsualPart(channels.data || channels.error ? first : undefined)
  if (!isReady) return <Skeleton lines={8} />
  return <ResourcePage resource={outcome} slots={SLOTS} topics={[run.name]} />
}
