import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Decimal,
  ErrorState,
  Fact,
  Facts,
  linkToRecord,
  type ReportColumn,
  ReportGrid,
  Skeleton,
  useModuleWords,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { journal, type StatementAnswer } from '../../contract/index.ts'
import { type BookDays, booksQueries } from './books-calls.ts'

type Line = StatementAnswer['lines'][number]

/** Modules whose records cause journals. */
const CAUSES = ['charging', 'payments', 'members', 'finance', 'reconciliation'] as const

/** Draws the statement of one account: what it held, each line with the balance after it and what caused it, what it holds. */
export function StatementView({
  id,
  days,
  onBack,
}: {
  readonly id: string
  readonly days: BookDays
  readonly onBack: () => void
}) {
  const { t } = useWords()
  const pages = useInfiniteQuery(booksQueries.statement(id, days))
  const lines = useMemo(() => pages.data?.pages.flatMap(page => page.lines), [pages.data])
  const columns = useLineColumns()
  const first = pages.data?.pages[0]
  return (
    <>
      <div className="lb-statement-head">
        <Button size="small" onClick={onBack}>
          {t('ledger.books.back')}
        </Button>
        {first && <AccountTitle account={first.account} />}
      </div>
      {pages.error && !first && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {!first && !pages.error && <Skeleton lines={8} />}
      {first && (
        <>
          <Facts>
            {(['opening', 'debits', 'credits', 'closing'] as const).map(key => (
              <Fact key={key} label={t(`ledger.books.sum.${key}`)}>
                <Decimal kind="money" value={first[key]} unit />
              </Fact>
            ))}
          </Facts>
          <ReportGrid
            label={t('ledger.books.statement')}
            rows={lines}
            rowKey={row => row.place}
            columns={columns}
            priority={PRIORITY}
            total={false}
            isTight
            empty={t('ledger.books.noLines')}
            file={`${t('ledger.books.statement')} ${nameOf(first.account, t)} ${days.from} ${days.to}`}
          />
          {pages.hasNextPage && (
            <p className="lb-more w-no-print">
              <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {t('ledger.books.more')}
              </Button>
              <span className="w-quiet">{t('ledger.books.notAll', { count: lines?.length ?? 0 })}</span>
            </p>
          )}
        </>
      )}
    </>
  )
}

const PRIORITY = ['source', 'debit', 'credit', 'balance', 'other', 'kind', 'effectiveAt', 'memo']

type Shown = StatementAnswer['account']

const nameOf = ({ code, name, owner }: Shown, t: (key: string) => string): string => {
  const title = name ?? t(`ledger.account.codeValue.${code}`)
  return owner === null ? title : `${title} · ${owner}`
}

function AccountTitle({ account }: { readonly account: Shown }) {
  const { t } = useWords()
  return (
    <h2>
      {nameOf(account, t)} <small className="w-quiet">{account.number}</small>
    </h2>
  )
}

function useLineColumns(): ReportColumn<Line>[] {
  const { t, has } = useWords()
  const isReady = useModuleWords(CAUSES)
  return useMemo(() => {
    const noun = (type: string) => (isReady && has(`${type}.noun`) ? t(`${type}.noun`) : '')
    return [
      {
        key: 'bookedOn',
        head: t('ledger.journal.bookedOn'),
        kind: 'day' as const,
        width: 112,
        value: (row: Line) => row.bookedOn,
      },
      {
        key: 'kind',
        head: t('ledger.journal.kind'),
        kind: 'text' as const,
        width: 80,
        value: (row: Line) => row.kind,
        word: (kind: string) => t(`ledger.journal.kindValue.${kind}`),
      },
      {
        key: 'source',
        head: t('ledger.journal.sourceType'),
        kind: 'text' as const,
        width: 296,
        groups: false as const,
        value: (row: Line) => [noun(row.source.type), row.source.name ?? ''].filter(part => part !== '').join(' '),
        show: ({ row }: { row: Line | undefined }, text: ReactNode) => row && <Source line={row} text={text} />,
      },
      {
        key: 'other',
        head: t('ledger.books.other'),
        kind: 'text' as const,
        width: 128,
        value: (row: Line) => row.other,
        word: (code: string) => t(`ledger.account.codeValue.${code}`),
      },
      {
        key: 'debit',
        head: t('ledger.books.debit'),
        kind: 'money' as const,
        value: (row: Line) => row.debit,
        show: ({ row }: { row: Line | undefined }, value: ReactNode) => (row?.debit === null ? null : value),
      },
      {
        key: 'credit',
        head: t('ledger.books.credit'),
        kind: 'money' as const,
        value: (row: Line) => row.credit,
        show: ({ row }: { row: Line | undefined }, value: ReactNode) => (row?.credit === null ? null : value),
      },
      {
        key: 'balance',
        head: t('ledger.account.balance'),
        kind: 'money' as const,
        isStrong: true as const,
        adds: false as const,
        value: (row: Line) => row.balance,
      },
      {
        key: 'effectiveAt',
        head: t('ledger.journal.effectiveAt'),
        kind: 'text' as const,
        width: 152,
        groups: false as const,
        value: (row: Line) => new Date(row.effectiveAt).toISOString(),
        show: ({ row }: { row: Line | undefined }) => row && <When at={row.effectiveAt} />,
      },
      {
        key: 'memo',
        head: t('ledger.journal.memo'),
        kind: 'text' as const,
        width: 128,
        groups: false as const,
        value: (row: Line) => row.memo,
      },
    ]
  }, [t, has, isReady])
}

/** Draws what caused a line as a link to it, or to its journal where the reader may not open the record. */
function Source({ line, text }: { readonly line: Line; readonly text: ReactNode }) {
  const to = linkToRecord(line.source.type, line.source.id) ?? linkToRecord(journal.name, line.journal)
  return to === undefined ? text : <Link to={to}>{text}</Link>
}
