import { useQuery } from '@tanstack/react-query'
import {
  type BelowRow,
  ReportGrid,
  SheetMenu,
  useIsPhone,
  toneOf,
  useReportView,
  useWords,
} from '@wattyard/console-kit'
import { useCallback, useMemo } from 'react'
import { type BillsAnswer, dailyBill, type DayOfBills, type Sums } from '../../contract/index.ts'
import { billQueries, type ShownDays } from './bill-api.ts'
import { BillCards } from './bill-cards.tsx'
import { BILL_PRIORITY, type BillPlace, useBillHeads, useSumColumns } from './bill-columns.tsx'
import { DayActions } from './day-state.tsx'

/** Width in pixels of the column with the button of a day, whose words are short in every language. */
const CLOSING_PX = 66

/** What the days of bills are drawn from, as a table or as cards. */
export interface BillTableProps {
  days: readonly DayOfBills[]
  totals: Sums
  filter: ShownDays
  busy: boolean
  /** Day whose stations are shown. */
  openDay: string
  /** Day that can be closed now, if the reader may; otherwise null. */
  closable: string | null
  onDay: (day: string) => void
  onSeal: (closing: string) => void
  onClose: (day: string) => void
}

/** A day with the server's sums, or below it one of its stations. */
interface BillLine {
  readonly key: string
  readonly day: string
  readonly station: string
  readonly sums: Sums
  /** Absent for a station. */
  readonly whole?: DayOfBills
  readonly name?: string
}

const dayLine = (day: DayOfBills, station: string): BillLine => ({
  key: day.day,
  day: day.day,
  station,
  sums: day,
  whole: day,
})

const sumsOf = (row: BillLine): Sums => row.sums
const placeOf = ({ day, station }: BillLine): BillPlace => ({ from: day, to: day, station })

const stationLines = ({ list, labels }: BillsAnswer, day: string): BillLine[] =>
  list.map(row => ({
    key: row.id,
    day,
    station: row.station,
    sums: row,
    name: labels['assets.station']?.[row.station] ?? row.station,
  }))

/** Draws the days of the range; a day opens to show its stations. A phone has a card per day. */
export function BillTable(props: BillTableProps) {
  return useIsPhone() ? <BillCards {...props} /> : <BillGrid {...props} />
}

function BillGrid(props: BillTableProps) {
  const { days, totals, filter, busy, openDay, onDay } = props
  const { t } = useWords()
  const { station, atStation } = filter
  const stations = useQuery({ ...billQueries.stations(openDay, { station, atStation }), enabled: openDay !== '' })
  const rows = useMemo(() => days.map(day => dayLine(day, station)), [days, station])
  const inner = useMemo(() => stations.data && stationLines(stations.data, openDay), [stations.data, openDay])
  const { error, refetch } = stations
  const below = useCallback(
    ({ whole, day }: BillLine): BelowRow<BillLine> | null =>
      whole
        ? {
            isOpen: openDay === day,
            onToggle: () => onDay(openDay === day ? '' : day),
            rows: inner,
            error,
            onRetry: () => void refetch(),
            empty: t('finance.bill.none'),
          }
        : null,
    [openDay, onDay, inner, error, refetch, t],
  )
  return (
    <ReportGrid
      label={t('finance.bill.title')}
      rows={rows}
      rowKey={row => row.key}
      columns={useBillColumns(props)}
      heads={useBillHeads()}
      priority={BILL_PRIORITY}
      below={below}
      total={{
        label: t('finance.bill.sum'),
        note: t('finance.bill.daysCount', { count: days.length }),
        values: { ...totals },
        isFirst: true,
      }}
      isBusy={busy}
      isZeroQuiet
      isTight
      view={useReportView('r')}
    />
  )
}

/** Returns the columns: day or station, state of the day, and the figures. */
function useBillColumns({ closable, onSeal, onClose }: BillTableProps) {
  const { t } = useWords()
  const sums = useSumColumns(sumsOf, placeOf)
  return useMemo(() => {
    const stateWord = (state: string) => t(`finance.dailyBill.stateValue.${state}`)
    return [
      {
        key: 'day',
        head: t('finance.dailyBill.day'),
        kind: 'text' as const,
        width: 176,
        value: (row: BillLine) => row.name ?? row.day,
        show: ({ row }: { row: BillLine | undefined }, name: React.ReactNode) =>
          row?.whole ? (
            <span className="fb-day">
              <span className="w-num">{row.day}</span>
              <small>
                <span className="fb-day-state" data-tone={toneOf('finance.dailyBill.state', row.whole.state)}>
                  {stateWord(row.whole.state)}
                </span>
                {' · '}
                {t('finance.bill.stationsCount', { count: row.whole.stations })}
              </small>
            </span>
          ) : (
            <span className="fb-station-name">
              {name}
              {row && <SheetMenu resource={dailyBill} id={row.key} name={`${row.name} ${row.day}`} />}
            </span>
          ),
      },
      {
        key: 'state',
        head: t('finance.bill.head.closing'),
        kind: 'text' as const,
        width: CLOSING_PX,
        groups: false as const,
        value: (row: BillLine) => row.whole?.state ?? null,
        word: stateWord,
        show: ({ row }: { row: BillLine | undefined }) =>
          row?.whole && (
            <DayActions day={row.whole} isClosable={closable === row.day} isShort onSeal={onSeal} onClose={onClose} />
          ),
      },
      ...sums,
    ]
  }, [t, sums, closable, onSeal, onClose])
}
