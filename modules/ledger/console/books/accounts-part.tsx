import { useQuery } from '@tanstack/react-query'
import {
  ErrorState,
  PageHeader,
  PeriodPicker,
  Skeleton,
  useAddressFilters,
  useLiveRefresh,
  usePeriod,
  useWords,
} from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { account, journal } from '../../contract/index.ts'
import { booksQueries } from './books-calls.ts'
import { StatementView } from './statement-view.tsx'
import { TrialTable } from './trial-table.tsx'
import './books.css'

/** Books are read by month; a quarter or a year shows how they moved. */
const DAYS = { maxDays: 3_660, clears: ['code'] } as const
/** Shortest interval in ms between two reads: orders settle all the time. */
const READ_MS = 30_000

/** Draws the books: the trial balance of some days, and from each account the way to its statement. */
export function AccountsPart({ tools }: { readonly tools?: ReactNode }) {
  const { t } = useWords()
  const days = usePeriod(DAYS)
  const [{ code, account: id }, change] = useAddressFilters(['code', 'account'])
  const trial = useQuery(booksQueries.trial(days.shown))
  useLiveRefresh([journal.name], [account.name], READ_MS)
  const { data, error } = trial
  return (
    <div className="w-page">
      <PageHeader title={t('ledger.books.title')} asOf={data?.asOf} note={<Closed answer={data} to={days.shown.to} />}>
        {tools}
      </PageHeader>
      <section className="w-card lb-card">
        <div className="lb-tools w-no-print">
          <PeriodPicker view={days} canCompare={false} />
        </div>
        {id === '' && error && !data && <ErrorState error={error} onRetry={() => void trial.refetch()} />}
        {id === '' && !data && !error && <Skeleton lines={8} height={24} />}
        {id === '' && data && (
          <TrialTable
            rows={data.list}
            days={days.shown}
            isBusy={trial.isPlaceholderData}
            openCode={code}
            onCode={next => change({ code: next })}
            onAccount={next => change({ account: next })}
          />
        )}
        {id !== '' && <StatementView id={id} days={days.shown} onBack={() => change({ account: '' })} />}
      </section>
    </div>
  )
}

/** Says how final the figures are. */
function Closed({
  answer,
  to,
}: {
  readonly answer: { readonly closedUntil: string | null } | undefined
  readonly to: string
}) {
  const { t } = useWords()
  if (!answer) return null
  const { closedUntil } = answer
  if (closedUntil === null) return <>{t('ledger.books.neverClosed')}</>
  return <>{t(closedUntil >= to ? 'ledger.books.final' : 'ledger.books.closedUntil', { day: closedUntil })}</>
}
