import { type AnyRecord, anyResource, CommandDialog, joinNames, useInvalidate, useWords } from '@wattyard/console-kit'
import type { ShownProposal } from '../../contract/calls/read-proposals.ts'
import { outcome } from '../../contract/records/outcome.ts'

const OUTCOME = anyResource(outcome)

interface MatchDialogProps {
  readonly proposal: ShownProposal
  readonly onDone: (isMatched: boolean) => void
}

/** Asks once whether the outcomes of a proposal are one movement. What speaks for it is the evidence, and may be changed. */
export function MatchDialog({ proposal, onDone }: MatchDialogProps) {
  const { t, language } = useWords()
  const invalidate = useInvalidate()
  return (
    <CommandDialog
      resource={OUTCOME}
      command="match"
      records={proposal.outcomes.map(recordOf)}
      known={{
        reason: joinNames(
          proposal.signals.map(signal => t(`reconciliation.signal.${signal}`)),
          language,
        ),
      }}
      onDone={answer => {
        onDone(answer !== undefined)
        if (answer) void invalidate(outcome.name)
      }}
    />
  )
}

/** What the dialog needs of a record: its id and what it is called. */
const recordOf = ({ id, key }: ShownProposal['outcomes'][number]): AnyRecord => ({
  id,
  key,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  can: ['match'],
})
