import {
  EmptyState,
  ErrorState,
  linkToRecord,
  Skeleton,
  type TodoItem,
  TodoList,
  useMay,
  usePage,
  useWords,
} from '@wattyard/console-kit'
import { useState } from 'react'
import type { ShownProposal } from '../../contract/calls/read-proposals.ts'
import { outcome } from '../../contract/records/outcome.ts'
import { chosenIn } from './chosen.ts'
import { MatchDialog } from './match-dialog.tsx'
import { Pair, Signals } from './proposal-pair.tsx'
import { useProposals } from './results-calls.ts'

const MATCH = 'match'

/** Draws all that may belong together as work for the keyboard: M asks once, and the next proposal follows. */
export function MatchList() {
  const { t } = useWords()
  const { state } = usePage()
  const { channel } = chosenIn(state.filters)
  const mayMatch = useMay(`${outcome.name}:match`)
  const { data, error, refetch } = useProposals(channel)
  const [asked, ask] = useState<ShownProposal | null>(null)
  if (channel === null) return <EmptyState title={t('reconciliation.days.chooseChannel')} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const { proposals } = data
  return (
    <div className="rc-match">
      <p className="w-quiet">{t('reconciliation.matching.explained')}</p>
      <TodoList
        label={t('reconciliation.matching.title')}
        groups={(['agrees', 'differs'] as const).map(key => ({
          key,
          title: t(`reconciliation.matching.group.${key}`),
        }))}
        items={proposals.map(proposal => itemOf(proposal, mayMatch))}
        actions={[
          {
            key: MATCH,
            letter: 'm',
            label: t('reconciliation.outcome.match'),
            isPrimary: true,
            run: id => ask(proposals.find(one => one.id === id) ?? null),
          },
        ]}
        later="reconciliation.proposal"
        done={{ title: t('reconciliation.matching.none'), text: t('reconciliation.matching.noneText') }}
        isFirst
      />
      {asked && <MatchDialog proposal={asked} onDone={() => ask(null)} />}
    </div>
  )
}

function itemOf(proposal: ShownProposal, mayMatch: boolean): TodoItem {
  const { id, agrees, outcomes } = proposal
  const [first] = outcomes
  return {
    id,
    group: agrees ? 'agrees' : 'differs',
    severity: agrees ? 'notice' : 'warning',
    title: outcomes.map(one => one.key).join(' + '),
    link: first && linkToRecord(outcome.name, first.id),
    facts: <Signals proposal={proposal} />,
    body: <Pair proposal={proposal} />,
    can: mayMatch && agrees ? [MATCH] : [],
    mayWait: true,
  }
}
