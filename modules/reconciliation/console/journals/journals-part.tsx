import {
  type CellSlotProps,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useModuleWords,
  useWords,
} from '@wattyard/console-kit'
import { JournalLines } from '@wattyard/ledger/console'
import { journal } from '@wattyard/ledger/contract'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { PartSwitch } from '../part-switch.tsx'
import { JournalsOfSource } from './journals-of-source.tsx'
import './journals.css'
import { linkTo } from '../results/item-link.ts'

/** Modules whose records cause journals. */
const CAUSES = ['charging', 'payments', 'members', 'finance', 'reconciliation'] as const

/** Draws the kind of record that caused a journal, in words. */
function SourceKind({ value }: CellSlotProps) {
  const { t, has } = useWords()
  const isReady = useModuleWords(CAUSES)
  const key = `${String(value)}.noun`
  return isReady && has(key) ? t(key) : String(value)
}

/** Draws the id of the record that caused a journal, as a link where the reader may open it. */
function SourceId({ value, record }: CellSlotProps) {
  const to = linkTo(String(record.sourceType), String(value))
  const id = <span className="w-mono">{String(value)}</span>
  return to === undefined ? id : <Link to={to}>{id}</Link>
}

function LinesOfJournal({ record }: SectionProps) {
  return <JournalLines of={journal.name} ids={[record.id]} />
}

const SLOTS: ResourceSlots = {
  toolbar: () => (
    <>
      <PartSwitch />
      <ApprovalsButton />
    </>
  ),
  summary: JournalsOfSource,
  cells: { sourceType: SourceKind, sourceId: SourceId },
  widths: { bookedOn: 112, kind: 128, sourceType: 120, amount: 112, lineCount: 72 },
  figures: [{ field: 'amount' }, { field: 'bookedOn' }, { field: 'lineCount' }],
  tabs: ['overview', 'data'],
  factsTab: 'data',
  sections: [{ key: 'lines', title: 'reconciliation.journals.lines', Show: LinesOfJournal, tab: 'overview' }],
}

/** Draws all journals, each with its balanced lines and the record that caused it. */
export function JournalsPart() {
  return <ResourcePage resource={journal} slots={SLOTS} />
}
