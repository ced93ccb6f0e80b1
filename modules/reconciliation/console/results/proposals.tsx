import { ErrorState, type SectionProps, Skeleton, useMay, usePage, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import type { ShownProposal } from '../../contract/calls/read-proposals.ts'
import { outcome } from '../../contract/records/outcome.ts'
import { MatchDialog } from './match-dialog.tsx'
import { Pair, Signals } from './proposal-pair.tsx'
import { useItems } from './results-calls.ts'

/** Draws which other outcomes may be the same movement as this one, why, and the button that puts them together. */
export function Proposals({ record }: SectionProps) {
  const { t } = useWords()
  const { showDetail } = usePage()
  const mayMatch = useMay(`${outcome.name}:match`)
  const { data, error, refetch } = useItems(record.id, record.version)
  const [asked, ask] = useState<ShownProposal | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  const { proposals } = data
  if (proposals.length === 0) return <p className="w-quiet">{t('reconciliation.matching.nothingLike')}</p>
  return (
    <div className="rc-proposals">
      {proposals.map(proposal => (
        <article key={proposal.id}>
          <div className="rc-proposal-head">
            <Signals proposal={proposal} />
            {mayMatch && proposal.agrees && (
              <Button size="small" type="primary" onClick={() => ask(proposal)}>
                {t('reconciliation.outcome.match')}…
              </Button>
            )}
          </div>
          <Pair proposal={proposal} here={record.id} />
          {!proposal.agrees && <p className="w-quiet">{t('reconciliation.matching.notEqual')}</p>}
        </article>
      ))}
      {asked && (
        <MatchDialog
          proposal={asked}
          onDone={isMatched => {
            ask(null)
            // Both became another outcome; this one is no more.
            if (isMatched) showDetail(null)
          }}
        />
      )}
    </div>
  )
}
