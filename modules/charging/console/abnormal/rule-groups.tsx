import { useQuery } from '@tanstack/react-query'
import {
  Ago,
  api,
  AsOf,
  Count,
  Decimal,
  ErrorState,
  useChosenStation,
  useListState,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { type HeldMoney, countCases } from '../../contract/calls/live.ts'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import '../charging.css'
import './abnormal.css'

const GATHER_MS = 3_000
const MARKS = { notice: '·', warning: '!', critical: '⚠' } as const

/** Draws the money that is held for these orders, which drivers cannot spend: amount, age, and the time of its release. */
function Held({ held }: { held: HeldMoney }) {
  const { t } = useWords()
  if (held.orders === 0) return null
  return (
    <p className="ch-held">
      <span>{t('charging.errPage.held', { count: held.orders })}</span>
      <b>
        <Decimal kind="money" value={held.amount} unit />
      </b>
      <span>{t('charging.errPage.heldOld')}</span>
      <b>
        <Decimal kind="money" value={held.olderThanDay} unit />
      </b>
      <span>{t('charging.errPage.heldOldest')}</span>
      <Ago at={held.since} />
      <span className="w-quiet">{t('charging.errPage.heldRule', { count: held.goesBackAfter_d })}</span>
    </p>
  )
}

/** Draws open cases by subject, then by rule; pressing a rule filters the list below. */
export function RuleGroups() {
  const { t } = useWords()
  const [state, change] = useListState(abnormal)
  const atStation = useChosenStation()
  useLiveRefresh(['charging.abnormal'], ['charging.abnormal', 'counts'], GATHER_MS)
  const counts = useQuery({
    queryKey: ['charging.abnormal', 'counts', { atStation }],
    queryFn: ({ signal }) => api.call(countCases, { atStation }, { signal, lane: 'page', quiet: true }),
    refetchInterval: 60_000,
  })
  if (counts.error) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
  if (!counts.data) return null
  const { code: byCode, state: _state, ...others } = state.filters
  const chosen = byCode && 'text' in byCode && !byCode.not ? byCode.text : ''
  const choose = (code: string): void =>
    change({
      filters: chosen === code ? others : { ...others, code: { text: code }, state: { values: ['open'] } },
    })
  const groups = Map.groupBy(counts.data.list, one => one.kind)
  return (
    <section className="w-card w-card-pad ch-groups" aria-label={t('charging.errPage.open')}>
      <header className="ch-groups-head">
        <b>{t('charging.errPage.openCount', { count: counts.data.total })}</b>
        {counts.data.blocking > 0 && (
          <span className="ch-sign" data-tone="bad">
            ⚠ {t('charging.errPage.blockingCount', { count: counts.data.blocking })}
          </span>
        )}
        <AsOf at={counts.data.asOf} staleAfterS={180} />
      </header>
      {counts.data.total === 0 && <p className="w-quiet">{t('charging.abnormal.emptyHint')}</p>}
      <Held held={counts.data.held} />
      {[...groups].map(([kind, own]) => (
        <div key={kind} className="ch-group">
          <span className="ch-group-name">{t(`charging.abnormalKind.${kind}`)}</span>
          <span className="ch-group-rules">
            {own.map(one => (
              <button
                key={one.rule}
                type="button"
                className="ch-rule"
                data-severity={one.severity}
                aria-pressed={chosen === one.code}
                onClick={() => choose(one.code)}
                title={`${one.rule} · ${t(`charging.severity.${one.severity}`)}`}
              >
                <span aria-hidden="true">{MARKS[one.severity]}</span>
                {t(ruleWord(one))}
                <b>
                  <Count value={one.count} />
                </b>
              </button>
            ))}
          </span>
        </div>
      ))}
    </section>
  )
}
