import {
  DayInput,
  ErrorState,
  type ListState,
  showMoney,
  Skeleton,
  usePage,
  useTabQuery,
  useToday,
  useWords,
  useZone,
  withParams,
} from '@wattyard/console-kit'
import { addDays, businessDay } from '@wattyard/time'
import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { type Bucket, BUCKETS } from '../../contract/ageing.ts'
import { OPEN_STATES } from '../../contract/document.ts'
import { DOCUMENT_KINDS, type DocumentKind, isPayment } from '../../contract/document-kind.ts'
import { DAY_PARAM, useAgeing, useAskedDay } from './use-ageing.ts'
import './ageing.css'

/** Days after the due day with which each bucket begins and ends; null is without an end. */
const SPANS: Readonly<Record<Bucket, readonly [from: number | null, to: number | null]>> = {
  notDue: [null, 0],
  to30: [1, 30],
  to60: [31, 60],
  to90: [61, 90],
  over90: [91, null],
}

/** Returns the due days of a bucket on a day, both included. */
function dueOf(bucket: Bucket, day: string): { from?: string; to?: string } {
  const [first, last] = SPANS[bucket]
  const today = businessDay(day)
  return {
    ...(last === null ? {} : { from: addDays(today, -last) }),
    ...(first === null ? {} : { to: addDays(today, -first) }),
  }
}

/** Draws what is open by age, above a list of documents: a bar for each kind, whose parts narrow the list. */
export function AgeingBar({ state }: { readonly state: ListState }) {
  const { t } = useWords()
  const { slots } = usePage()
  const [params, setParams] = useTabQuery()
  const view = params.get('as')
  const today = useToday(useZone())
  const asked = useAskedDay()
  const kinds = DOCUMENT_KINDS.filter(kind => (slots.only?.kind ?? DOCUMENT_KINDS).includes(kind))
  const company = state.filters.company
  const one = company && 'values' in company && company.values.length === 1 ? company.values[0] : undefined
  const setDay = (day: string | null): void =>
    setParams(before => withParams(before, { [DAY_PARAM]: day === null || day >= today ? null : day }), {
      replace: true,
    })
  return (
    <section className="w-card w-card-pad pay-ageing" aria-label={t('payables.ageing.title')}>
      <div className="w-row pay-ageing-day">
        <label className="w-row">
          <span>{t('payables.ageing.asOf')}</span>
          <DayInput value={asked ?? today} max={today} onChange={day => setDay(day === '' ? null : day)} />
        </label>
        {asked !== null && (
          <Button size="small" onClick={() => setDay(null)}>
            {t('payables.ageing.today')}
          </Button>
        )}
        <span className="w-quiet">
          {asked === null
            ? t('payables.ageing.hint')
            : t(view === 'companies' ? 'payables.ageing.pastCompanies' : 'payables.ageing.pastNote', { day: asked })}
        </span>
      </div>
      {kinds.map(kind => (
        <KindBar key={kind} kind={kind} company={one} isNow={asked === null} />
      ))}
    </section>
  )
}

function KindBar({ kind, company, isNow }: { kind: DocumentKind; company: string | undefined; isNow: boolean }) {
  const { t, language } = useWords()
  const { state, change } = usePage()
  const { data, error, refetch } = useAgeing(kind, { company })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  const cents = (text: string): number => Number(text.replace('.', ''))
  const whole = cents(data.total)
  const pick = (bucket: Bucket): void => {
    const { due: _due, state: _state, ...others } = state.filters
    change({ filters: { ...others, state: { values: [...OPEN_STATES] }, due: dueOf(bucket, data.day) } })
  }
  return (
    <div className="pay-ageing-kind">
      <div className="w-row pay-ageing-head">
        <strong>{t(`payables.ageing.kind.${kind}`)}</strong>
        <span className="w-num">{showMoney(data.total, language)}</span>
      </div>
      <ul className="pay-ageing-parts">
        {BUCKETS.map(bucket => {
          const amount = data.buckets[bucket]
          const word = t(`payables.ageing.${isPayment(kind) ? 'paidBucket' : 'bucket'}.${bucket}`)
          return (
            <li
              key={bucket}
              data-bucket={bucket}
              data-empty={amount === '0.00' ? '' : undefined}
              style={{ '--share': whole > 0 ? cents(amount) / whole : 0 } as CSSProperties}
            >
              <button type="button" disabled={!isNow || amount === '0.00'} onClick={() => pick(bucket)}>
                <span className="pay-ageing-mark" aria-hidden="true" />
                <span className="pay-ageing-word">{word}</span>
                <span className="w-num">{showMoney(amount, language)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
