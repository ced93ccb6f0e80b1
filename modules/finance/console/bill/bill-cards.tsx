import { CaretRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Count, Decimal, ErrorState, type LineColumn, LineList, Skeleton, useWords } from '@wattyard/console-kit'
import { useId } from 'react'
import type { DayOfBills, Sums } from '../../contract/index.ts'
import { billQueries, type ShownDays } from './bill-api.ts'
import { linked, sealedAbnormal } from './bill-columns.tsx'
import type { BillTableProps } from './bill-table.tsx'
import { DayState } from './day-state.tsx'

type Card = DayOfBills & { readonly id: string }

/** Figures of a card in their order; those of the second line only where they are not zero. */
const FIGURES = [
  { key: 'total', kind: 'money' },
  { key: 'energy', kind: 'energy' },
  { key: 'orders', kind: 'count' },
  { key: 'abnormalOpen', kind: 'count' },
  { key: 'refunded', kind: 'money', onlyIfAny: true },
  { key: 'receivable', kind: 'money', onlyIfAny: true },
] as const

type FigureKey = (typeof FIGURES)[number]['key']

const isAny = (value: number | string): boolean => /[1-9]/.test(String(value))

function FigureShown({ sums, of: key, kind }: { sums: Sums; of: FigureKey; kind: 'money' | 'energy' | 'count' }) {
  const value = sums[key]
  return kind === 'count' ? <Count value={Number(value)} /> : <Decimal kind={kind} value={value} unit />
}

/** Draws a card for each day, for a phone; a day opens to show its stations. */
export function BillCards({ days, filter, busy, openDay, closable, onDay, onSeal, onClose }: BillTableProps) {
  const { t } = useWords()
  const id = useId()
  const { station } = filter
  const columns: readonly LineColumn<Card>[] = [
    {
      key: 'day',
      head: t('finance.dailyBill.day'),
      place: 'name',
      show: ({ day, stations }) => (
        <button
          type="button"
          className="w-link-button fb-card-day"
          aria-expanded={openDay === day}
          aria-controls={`${id}${day}`}
          onClick={() => onDay(openDay === day ? '' : day)}
        >
          <span className="w-report-caret" aria-hidden="true">
            <CaretRightOutlined rotate={openDay === day ? 90 : 0} />
          </span>
          <span className="w-num">{day}</span>{' '}
          <small className="w-quiet">{t('finance.bill.stationsCount', { count: stations })}</small>
        </button>
      ),
    },
    {
      key: 'state',
      head: t('finance.dailyBill.state'),
      place: 'beside',
      show: day => <DayState day={day} isClosable={closable === day.day} onSeal={onSeal} onClose={onClose} />,
    },
    ...FIGURES.map(
      ({ key, kind, ...rest }): LineColumn<Card> => ({
        key,
        head: t(`finance.dailyBill.${key}`),
        ...('onlyIfAny' in rest ? { says: day => isAny(day[key]) } : {}),
        show: day => (
          <>
            {linked(key, day, { from: day.day, to: day.day, station }, <FigureShown sums={day} of={key} kind={kind} />)}
            {key === 'abnormalOpen' && sealedAbnormal(day, t)}
          </>
        ),
      }),
    ),
    {
      key: 'stations',
      head: t('finance.dailyBill.station'),
      place: 'wide',
      says: ({ day }) => openDay === day,
      show: ({ day }) => (
        <div id={`${id}${day}`}>
          <StationsOfDay day={day} filter={filter} />
        </div>
      ),
    },
  ]
  return (
    <div aria-busy={busy}>
      <LineList rows={days.map(day => ({ ...day, id: day.day }))} columns={columns} />
    </div>
  )
}

/** Draws the stations of a day with what they took. */
function StationsOfDay({ day, filter: { station, atStation } }: { day: string; filter: ShownDays }) {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(billQueries.stations(day, { station, atStation }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  if (data.list.length === 0) return <>{t('finance.bill.none')}</>
  return (
    <ul className="fb-card-stations">
      {data.list.map(row => (
        <li key={row.id}>
          <span>{data.labels['assets.station']?.[row.station] ?? row.station}</span>
          <FigureShown sums={row} of="energy" kind="energy" />
          <FigureShown sums={row} of="total" kind="money" />
        </li>
      ))}
    </ul>
  )
}
