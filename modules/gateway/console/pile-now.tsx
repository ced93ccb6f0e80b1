import { Ago, Count, ErrorState, type SectionProps, Skeleton, useWords, valueWord } from '@wattyard/console-kit'
import { usePileNow } from './pile/use-pile-now.ts'

/** Draws since when a pile is connected or not, and its device. The head above says whether it is. */
export function PileNow({ record }: SectionProps) {
  const words = useWords()
  const { t } = words
  const query = usePileNow(record.id)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={3} />
  const { pile } = query.data
  if (!pile) return <p style={{ color: 'var(--w-text-2)' }}>{t('gateway.pilePage.neverConnected')}</p>
  return (
    <dl className="w-facts">
      <div>
        <dt>{t('gateway.pilePage.connection')}</dt>
        <dd>
          {t(pile.online ? 'gateway.pilePage.connectedSince' : 'gateway.pilePage.disconnectedSince')}{' '}
          <Ago at={pile.online ? pile.connectedAt : pile.disconnectedAt} />
        </dd>
      </div>
      <div>
        <dt>{t('gateway.pilePage.device')}</dt>
        <dd>{[pile.vendor, pile.model, pile.firmware].filter(Boolean).join(' · ') || '--'}</dd>
      </div>
      <div>
        <dt>{t('gateway.pilePage.protocol')}</dt>
        <dd>{pile.protocol ? valueWord(words, 'gateway.pilePage.protocol', pile.protocol) : '--'}</dd>
      </div>
      <div>
        <dt>{t('gateway.pilePage.skew')}</dt>
        <dd className="w-num">
          <Count value={pile.skewMs === null ? null : pile.skewMs / 1_000} decimals={1} />
          {pile.skewMs !== null && ' s'}
        </dd>
      </div>
      <div>
        <dt>{t('gateway.pilePage.badFrames')}</dt>
        <dd className="w-num">{pile.badFrames}</dd>
      </div>
    </dl>
  )
}
