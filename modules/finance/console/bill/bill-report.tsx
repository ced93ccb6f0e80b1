import { useQuery } from '@tanstack/react-query'
import {
  Count,
  PLAIN_VIEW,
  type ReportColumn,
  ReportGrid,
  type ReportView,
  useReportView,
  useWords,
  valueWord,
} from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { Sums } from '../../contract/index.ts'
import { type BillRow, billQueries, MAX_REPORT_ROWS, type ShownDays } from './bill-api.ts'
import { BILL_PRIORITY, type BillPlace, useBillHeads, useSumColumns } from './bill-columns.tsx'

/** Default view: stations by total. The person can choose other columns. */
const USUAL: ReportView = {
  ...PLAIN_VIEW,
  groupBy: ['station'],
  sort: { key: 'total', isDown: true },
  hidden: [
    'month',
    'operator',
    'energyJ',
    'energyF',
    'energyP',
    'energyG',
    'energyS',
    'paidPrincipal',
    'paidGift',
    'reversed',
  ],
}

const sumsOf = (row: BillRow): Sums => row
const placeOf = ({ day, station }: BillRow): BillPlace => ({ from: day, to: day, station })

/** Draws the bills of the range as a report: by station, day, month or operator, or as a pivot of two of them. */
export function BillReport({ filter }: { filter: ShownDays }) {
  const { t } = useWords()
  const rows = useQuery(billQueries.rows(filter))
  const { data } = rows
  const station = filter.station || filter.atStation
  return (
    <>
      {data?.isCapped && (
        <p className="w-banner" data-tone="wait">
          {t('finance.bill.report.capped')} <Count value={MAX_REPORT_ROWS} />
        </p>
      )}
      <ReportGrid
        label={t('finance.bill.title')}
        rows={data?.list}
        rowKey={row => row.id}
        columns={useReportColumns(data?.labels)}
        heads={useBillHeads()}
        priority={BILL_PRIORITY}
        error={rows.error}
        onRetry={() => void rows.refetch()}
        isBusy={rows.isPlaceholderData}
        empty={t('finance.bill.none')}
        isZeroQuiet
        hasTools
        file={`${t('finance.bill.title')} ${filter.from} ${filter.to}`}
        facts={station ? [[t('finance.bill.station'), data?.labels['assets.station']?.[station] ?? station]] : []}
        view={useReportView('r', USUAL)}
      />
    </>
  )
}

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

function useReportColumns(labels: Labels | undefined): ReportColumn<BillRow>[] {
  const words = useWords()
  const sums = useSumColumns(sumsOf, placeOf)
  return useMemo(() => {
    const { t } = words
    const name = (of: string) => (id: string) => labels?.[of]?.[id] ?? id
    return [
      { key: 'day', head: t('finance.dailyBill.day'), kind: 'day', value: row => row.day },
      {
        key: 'month',
        head: t('finance.bill.report.month'),
        kind: 'text',
        value: row => row.day.slice(0, 7),
        width: 96,
      },
      {
        key: 'station',
        head: t('finance.dailyBill.station'),
        kind: 'text',
        value: row => row.station,
        word: name('assets.station'),
      },
      {
        key: 'operator',
        head: t('finance.dailyBill.operator'),
        kind: 'text',
        value: row => row.operator,
        word: name('identity.office'),
      },
      {
        key: 'state',
        head: t('finance.dailyBill.state'),
        kind: 'text',
        width: 96,
        value: row => row.state,
        word: state => valueWord(words, 'finance.dailyBill.state', state),
      },
      ...sums,
      {
        key: 'perKwh',
        head: t('finance.bill.report.perKwh'),
        kind: 'price',
        ratio: { of: 'total', by: 'energy' },
      },
    ]
  }, [words, labels, sums])
}
