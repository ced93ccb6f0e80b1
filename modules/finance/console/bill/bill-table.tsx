import { CaretRightOutlined, LockOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { ErrorState, SheetMenu, Skeleton, StatusTag, useWords } from '@wattyard/console-kit'
import { dailyBill, type DayOfBills, type Sums } from '../../contract/index.ts'
import { billQueries, type ShownDays } from './bill-api.ts'
import { BILL_COLUMNS, type BillColumn, headOf } from './bill-columns.ts'
import { Figure, LinkedFigure } from './bill-figure.tsx'

interface BillTableProps {
  days: readonly DayOfBills[]
  totals: Sums
  filter: ShownDays
  busy: boolean
  /** The day that shows its stations. */
  openDay: string
  /** The day that may be closed now, if the reader may. */
  closable: string | null
  onDay: (day: string) => void
  onSeal: (closing: string) => void
  onClose: (day: string) => void
}

/** Days of the range under their sum; a day opens to its stations. */
export function BillTable({ days, totals, filter, busy, openDay, closable, onDay, onSeal, onClose }: BillTableProps) {
  const { t } = useWords()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="fb-scroll" tabIndex={0}>
      <table className="fb-table" aria-busy={busy}>
        <caption className="w-sr">{t('finance.bill.title')}</caption>
        <Head />
        <tbody className="fb-sum">
          <tr>
            <th scope="row" colSpan={2} className="fb-day">
              {t('finance.bill.sum')}
              <small>{t('finance.bill.daysCount', { count: days.length })}</small>
            </th>
            {BILL_COLUMNS.map(column => (
              <Cell key={column.key} column={column}>
                <Figure column={column} sums={totals} />
              </Cell>
            ))}
          </tr>
        </tbody>
        {days.map(day => (
          <Day
            key={day.day}
            day={day}
            station={filter.station}
            isOpen={openDay === day.day}
            isClosable={closable === day.day}
            onToggle={() => onDay(openDay === day.day ? '' : day.day)}
            onSeal={onSeal}
            onClose={onClose}
          />
        ))}
      </table>
    </div>
  )
}

function Head() {
  const { t } = useWords()
  const span = (group: BillColumn['group']): number => BILL_COLUMNS.filter(column => column.group === group).length
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="fb-day">
          {t('finance.dailyBill.day')}
        </th>
        <th scope="col" rowSpan={2}>
          {t('finance.dailyBill.state')}
        </th>
        <th scope="col" rowSpan={2} data-end="">
          {t('finance.dailyBill.orders')}
        </th>
        <th scope="colgroup" colSpan={span('energy')} data-group="">
          {t('finance.bill.groupEnergy')}
        </th>
        <th scope="colgroup" colSpan={span('fees')} data-group="">
          {t('finance.bill.groupFees')}
        </th>
        <th scope="colgroup" colSpan={span('paid')} data-group="">
          {t('finance.bill.groupPaid')}
        </th>
        <th scope="col" rowSpan={2} data-end="" data-first="" title={t('finance.dailyBill.abnormalOpen')}>
          {t('finance.bill.head.abnormalOpen')}
        </th>
      </tr>
      <tr>
        {BILL_COLUMNS.filter(({ group }) => group !== 'orders' && group !== 'abnormal').map((column, index, all) => (
          <th
            key={column.key}
            scope="col"
            data-end=""
            title={t(`finance.dailyBill.${column.key}`)}
            data-first={all[index - 1]?.group === column.group ? undefined : ''}
          >
            {t(headOf(column))}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Cell({ column, children }: { column: BillColumn; children: React.ReactNode }) {
  const { t } = useWords()
  const before = BILL_COLUMNS[BILL_COLUMNS.indexOf(column) - 1]
  return (
    <td
      data-end=""
      data-first={before && before.group !== column.group ? '' : undefined}
      data-strong={column.key === 'total' ? '' : undefined}
      data-minor={column.isMinor ? '' : undefined}
      data-tone={column.key === 'abnormalOpen' ? 'wait' : undefined}
      data-label={t(`finance.dailyBill.${column.key}`)}
    >
      {children}
    </td>
  )
}

function Cells({ sums, day, station = '' }: { sums: Sums; day: string; station?: string }) {
  return BILL_COLUMNS.map(column => (
    <Cell key={column.key} column={column}>
      <LinkedFigure column={column} sums={sums} from={day} to={day} station={station} />
    </Cell>
  ))
}

interface DayProps {
  day: DayOfBills
  station: string
  isOpen: boolean
  isClosable: boolean
  onToggle: () => void
  onSeal: (closing: string) => void
  onClose: (day: string) => void
}

function Day({ day, station, isOpen, isClosable, onToggle, onSeal, onClose }: DayProps) {
  const { t } = useWords()
  const { closing } = day
  return (
    <tbody data-open={isOpen ? '' : undefined}>
      <tr>
        <th scope="row" className="fb-day">
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <CaretRightOutlined aria-hidden="true" />
            <span className="w-num">{day.day}</span>
            <small>{t('finance.bill.stationsCount', { count: day.stations })}</small>
          </button>
        </th>
        <td className="fb-state">
          <StatusTag of="finance.dailyBill.state" value={day.state} />
          {closing !== null && (
            <button type="button" className="w-link-button" onClick={() => onSeal(closing)}>
              <LockOutlined aria-hidden="true" /> {t('finance.bill.proof')}
            </button>
          )}
          {isClosable && (
            <button type="button" className="w-link-button" onClick={() => onClose(day.day)}>
              {t('finance.dayClose.close')}…
            </button>
          )}
        </td>
        <Cells sums={day} day={day.day} station={station} />
      </tr>
      {isOpen && <Stations day={day.day} station={station} />}
    </tbody>
  )
}

function Stations({ day, station }: { day: string; station: string }) {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(billQueries.stations(day, station))
  if (!data)
    return (
      <tr className="fb-wide">
        <td colSpan={BILL_COLUMNS.length + 2}>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} />}
        </td>
      </tr>
    )
  if (data.list.length === 0)
    return (
      <tr className="fb-wide">
        <td colSpan={BILL_COLUMNS.length + 2}>{t('finance.bill.none')}</td>
      </tr>
    )
  const nameOf = (id: string): string => data.labels['assets.station']?.[id] ?? id
  return data.list.map(row => (
    <tr key={row.id} className="fb-station">
      <th scope="row" colSpan={2} className="fb-day">
        <span className="fb-station-name">
          <span className="fb-name">{nameOf(row.station)}</span>
          <SheetMenu resource={dailyBill} id={row.id} name={`${nameOf(row.station)} ${day}`} />
        </span>
      </th>
      <Cells sums={row} day={day} station={row.station} />
    </tr>
  ))
}
