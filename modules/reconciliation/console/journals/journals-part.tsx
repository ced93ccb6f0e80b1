import {
  type CellSlotProps,
  HeadCommands,
  NO_VALUE,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useModuleWords,
  useWords,
  valueWord,
} from '@wattyard/console-kit'
import { JournalLines } from '@wattyard/ledger/console'
import { journal } from '@wattyard/ledger/contract'
import { ApprovalsButton, WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { Actor } from '../actor.tsx'
import { PartSwitch } from '../part-switch.tsx'
import { JournalsOfSource } from './journals-of-source.tsx'
import './journals.css'
import { linkTo } from '../results/item-link.ts'

/** Modules whose records cause journals. */
const CAUSES = ['charging', 'payments', 'members', 'finance', 'reconciliation'] as const

/** Draws the kind of record that caused a journal, in words, as a link to it where the reader may open it. */
function Source({ record }: Pick<SectionProps, 'record'>) {
  const { t, has } = useWords()
  const isReady = useModuleWords(CAUSES)
  const type = String(record.sourceType)
  const to = linkTo(type, String(record.sourceId))
  const name = isReady && has(`${type}.noun`) ? t(`${type}.noun`) : type
  return to === undefined ? name : <Link to={to}>{name}</Link>
}

/** Returns what the record that caused a journal is called; empty for one that has no name any more. */
const nameOfSource = ({ sourceName }: SectionProps['record']): string =>
  typeof sourceName === 'string' ? sourceName : ''

/**
 * Draws what the record that caused a journal is called, as a link to it where the reader may open it; above a journal what that is and
 * of which day, as there are several of one record.
 */
function SourceName({ record, isTitle = false }: CellSlotProps) {
  const words = useWords()
  const name = nameOfSource(record)
  const to = linkTo(String(record.sourceType), String(record.sourceId))
  if (!isTitle) return name === '' ? NO_VALUE : to === undefined ? name : <Link to={to}>{name}</Link>
  return `${valueWord(words, 'ledger.journal.kind', String(record.kind))} · ${String(record.bookedOn)}`
}

/** Draws what caused a journal, what it reverses, and what can be done with it now. */
function JournalHead({ record }: SectionProps) {
  const { t } = useWords()
  const reversed = typeof record.reverses === 'string' ? linkTo(journal.name, record.reverses) : undefined
  return (
    <>
      <span>
        {t('ledger.journal.sourceId')} <Source record={record} /> {nameOfSource(record)}
      </span>
      {reversed !== undefined && <Link to={reversed}>{t('ledger.journal.reverses')}</Link>}
      <WaitingHere record={record.id} topic={journal.name} />
      <HeadCommands record={record} names={['reverse']} />
    </>
  )
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
  cells: { sourceType: Source, sourceId: SourceName, actor: Actor },
  head: JournalHead,
  widths: { bookedOn: 112, kind: 128, sourceType: 120, sourceId: 200, amount: 112, lineCount: 72 },
  figures: [{ field: 'amount' }, { field: 'effectiveAt' }, { field: 'actor' }],
  tabs: ['overview', 'data'],
  factsTab: 'data',
  sections: [{ key: 'lines', title: 'reconciliation.journals.lines', Show: LinesOfJournal, tab: 'overview' }],
}

/** Draws all journals, each with its balanced lines and the record that caused it. */
export function JournalsPart() {
  return <ResourcePage resource={journal} slots={SLOTS} />
}
