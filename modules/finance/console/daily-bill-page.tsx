import { useQuery } from '@tanstack/react-query'
import {
  EmptyState,
  ErrorState,
  lazyPart,
  PageHeader,
  SharesButton,
  Skeleton,
  toast,
  useRequestedDialog,
  useList,
  useLiveRefresh,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { addDays, businessDay } from '@wattyard/time'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { dailyBill, dayClose, MAX_BILL_DAYS } from '../contract/index.ts'
import { billQueries } from './bill/bill-api.ts'
import { BillSums } from './bill/bill-sums.tsx'
import { BillTable } from './bill/bill-table.tsx'
import { BillTools } from './bill/bill-tools.tsx'
import { ExportBills } from './bill/export-bills.tsx'
import { Proposals } from './bill/proposals.tsx'
import { leavesOut, withQuietDays } from './bill/quiet-days.ts'
import { useBillView } from './bill/use-bill-filter.ts'
import { useComparedBills } from './bill/use-compared-bills.ts'
import './bill/bill.css'

const BillCharts = lazyPart(async () => (await import('./bill/bill-charts.tsx')).BillCharts)
const BillMonth = lazyPart(async () => (await import('./bill/bill-month.tsx')).BillMonth)
const BillReport = lazyPart(async () => (await import('./bill/bill-report.tsx')).BillReport)
const CloseDialog = lazyPart(async () => (await import('./bill/close-dialog.tsx')).CloseDialog)
const MonthsDrawer = lazyPart(async () => (await import('./bill/months-drawer.tsx')).MonthsDrawer)
const SealDrawer = lazyPart(async () => (await import('./bill/seal-drawer.tsx')).SealDrawer)
/** Shortest interval in ms between two reads, because open days are added up from their orders. */
const READ_MS = 15_000

/** Draws `/cwdata4/dailyBill`: income, debts and refunds of each day and station; days are closed and reopened here. */
export function Page() {
  const { t } = useWords()
  const view = useBillView()
  const bills = useQuery(billQueries.days(view.filter))
  const before = useComparedBills(view)
  const [closingDay, setClosingDay] = useState('')
  const [showsMonths, setShowsMonths] = useState(false)
  const maySeeMonths = useMay('finance.monthClose:read')
  const mayClose = useMay('finance.dayClose:close')
  const maySeeClosings = useMay('finance.dayClose:read')
  useLiveRefresh(['charging.order'], ['finance.dailyBill'], READ_MS)
  useLiveRefresh(['finance.dayClose'], ['finance.dailyBill'], 1_000)
  useLiveRefresh(['finance.dayClose'], ['finance.dayClose', 'finance.monthClose'], 1_000)
  useLiveRefresh(['finance.monthClose'], ['finance.monthClose'], 1_000)
  const { from, to, station, atStation } = view.filter
  const isOfAll = station === '' && atStation === null
  const closings = useList(
    dayClose,
    { page: 1, pageSize: MAX_BILL_DAYS, 'filter.day.from': from, 'filter.day.to': to, 'filter.kind': 'close' },
    { enabled: maySeeClosings && isOfAll },
  )
  const { data, error } = bills
  const days = useMemo(() => {
    if (!data) return []
    if (!maySeeClosings || !isOfAll) return data.days
    const { nextDay, firstDay } = data
    return withQuietDays(data.days, { closings: closings.data?.list ?? [], nextDay, firstDay, from, to })
  }, [data, closings.data, maySeeClosings, isOfAll, from, to])
  const isFirst = isOfAll && data?.firstDay === null
  const next = data?.nextDay ?? null
  const closable = mayClose && next !== null && next < view.days.today ? next : null
  // The command palette asks for the closing of the next day, home for that of a month.
  useRequestedDialog(data !== undefined, what => {
    if (what === 'months') setShowsMonths(maySeeMonths)
    if (what !== 'close') return
    if (closable === null) toast.info(t('finance.bill.allClosed'))
    else setClosingDay(closable)
  })
  return (
    <div className="w-page">
      <PageHeader
        title={t('finance.bill.title')}
        asOf={data?.asOf}
        staleAfterS={180}
        note={maySeeClosings && next !== null ? <Turn next={next} today={view.days.today} /> : undefined}
      >
        <SharesButton resource={dailyBill} />
        {/* A report is exported as it is shown, by its own button. */}
        {data?.can.includes('export') && view.look !== 'report' && <ExportBills filter={view.filter} />}
        {maySeeMonths && isOfAll && (
          <Button onPointerEnter={MonthsDrawer.preload} onClick={() => setShowsMonths(true)}>
            {t('finance.month.open')}
          </Button>
        )}
        {closable !== null && (
          <Button type="primary" onPointerEnter={CloseDialog.preload} onClick={() => setClosingDay(closable)}>
            {t('finance.bill.closeDay', { day: closable })}…
          </Button>
        )}
      </PageHeader>
      {maySeeClosings && <Proposals />}
      <section className="w-card fb-card">
        <BillTools view={view} />
        {(data || !error) && <BillSums bills={data} before={before} today={view.days.today} />}
        {error && !data && <ErrorState error={error} onRetry={() => void bills.refetch()} />}
        {!data && !error && (
          <div className="w-card-pad">
            <Skeleton lines={8} height={24} />
          </div>
        )}
        {data && view.look === 'month' && (
          <BillMonth
            view={view}
            days={days}
            closings={maySeeClosings ? (closings.data?.list ?? []) : []}
            isLoading={bills.isPlaceholderData}
          />
        )}
        {data && view.look === 'report' && <BillReport filter={view.filter} />}
        {data && view.look !== 'month' && view.look !== 'report' && days.length === 0 && (
          <EmptyState
            title={t(isFirst ? 'finance.bill.noneEver' : 'finance.bill.none')}
            text={t(isFirst ? 'finance.bill.noneEverText' : 'finance.bill.noneText')}
          />
        )}
        {data && view.look === 'charts' && days.length > 0 && (
          <BillCharts bills={data} before={before?.bills} onDay={day => view.set({ day, view: '' })} />
        )}
        {data && view.look === 'list' && days.length > 0 && (
          <BillTable
            days={days}
            totals={data.totals}
            filter={view.filter}
            busy={bills.isPlaceholderData}
            openDay={view.openDay}
            closable={closable}
            onDay={day => view.set({ day })}
            onSeal={closing => view.set({ closing })}
            onClose={setClosingDay}
          />
        )}
        {data?.firstDay && view.look === 'list' && leavesOut({ ...data, closings: closings.data?.list ?? [] }) && (
          <p className="fb-left-out">{t('finance.bill.noneBefore', { day: data.firstDay })}</p>
        )}
      </section>
      {closingDay && (
        <CloseDialog
          key={closingDay}
          first={closingDay}
          last={addDays(businessDay(view.days.today), -1)}
          onDone={() => setClosingDay('')}
        />
      )}
      {showsMonths && <MonthsDrawer onDone={() => setShowsMonths(false)} />}
      {view.closing && <SealDrawer key={view.closing} id={view.closing} onDone={() => view.set({ closing: '' })} />}
    </div>
  )
}

function Turn({ next, today }: { next: string; today: string }) {
  const { t } = useWords()
  return <>{next < today ? t('finance.bill.nextToClose', { day: next }) : t('finance.bill.allClosed')}</>
}
