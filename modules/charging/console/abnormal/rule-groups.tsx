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
  useTabQuery,
  useWords,
} from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { type CaseCounts, type HeldMoney, countCases } from '../../contract/calls/live.ts'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import { PART_NAMES, type Part, PARTS, partOf } from './parts.ts'
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

/** Draws how many orders wait, the part of them that is listed, and their reasons; pressing a reason filters the list below. */
export function RuleGroups() {
  const { t } = useWords()
  const atStation = useChosenStation()
  useLiveRefresh(['charging.abnormal'], ['charging.abnormal', 'counts'], GATHER_MS)
  const counts = useQuery({
    queryKey: ['charging.abnormal', 'counts', { atStation }],
    queryFn: ({ signal }) => api.call(countCases, { atStation }, { signal, lane: 'page', quiet: true }),
    refetchInterval: 60_000,
  })
  const [search] = useTabQuery()
  const part = partOf(search)
  if (counts.error) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
  if (!counts.data) return null
  const { total, notices, blocking, amount, held, asOf, list } = counts.data
  const isOfPart = ({ severity }: CaseCounts['list'][number]): boolean =>
    (severity === 'notice') === (part === 'notices')
  return (
    <section className="w-card w-card-pad ch-groups" aria-label={t('charging.errPage.open')}>
      <header className="ch-groups-head">
        <PartSwitch part={part} counts={{ open: total, notices }} />
        {blocking > 0 && (
          <span className="ch-sign" data-tone="bad">
            ⚠ {t('charging.errPage.blockingCount', { count: blocking })}
          </span>
        )}
        {total > 0 && (
          <span>
            {t('charging.errPage.amount')} <Decimal kind="money" value={amount} unit />
          </span>
        )}
        <AsOf at={asOf} staleAfterS={180} />
      </header>
      {total === 0 && notices === 0 && <p className="w-quiet">{t('charging.abnormal.emptyHint')}</p>}
      <Held held={held} />
      {part !== 'closed' && <Reasons list={list.filter(isOfPart)} />}
    </section>
  )
}

/** Draws the parts of the list with their numbers; a part is in the address. */
function PartSwitch({ part, counts }: { part: Part | null; counts: Readonly<Record<string, number>> }) {
  const { t } = useWords()
  const [, setSearch] = useTabQuery()
  return (
    <Segmented
      aria-label={t('charging.errPage.parts')}
      value={part ?? ''}
      onChange={name => setSearch(PARTS[name as Part])} // the options below
      options={PART_NAMES.map(value => ({
        value,
        label: [t(`charging.errPage.part.${value}`), counts[value]].filter(one => one !== undefined).join(' '),
      }))}
    />
  )
}

/** Draws the orders by subject, then by the rule of their worst finding. */
function Reasons({ list }: { list: CaseCounts['list'] }) {
  const { t } = useWords()
  const [state, change] = useListState(abnormal)
  const { code: byCode, ...others } = state.filters
  const chosen = byCode && 'text' in byCode && !byCode.not ? byCode.text : ''
  const choose = (code: string): void =>
    change({ filters: chosen === code ? others : { ...others, code: { text: code } } })
  return [...Map.groupBy(list, one => one.kind)].map(([kind, own]) => (
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
  ))
}
