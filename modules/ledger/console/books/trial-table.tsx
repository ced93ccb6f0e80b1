import { useQuery } from '@tanstack/react-query'
import {
  anyResource,
  type BelowRow,
  CommandDialog,
  type HeadGroup,
  type MenuAction,
  MoreMenu,
  type ReportColumn,
  ReportGrid,
  useIsPhone,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { parseFen, sumFen } from '@wattyard/money'
import { useCallback, useMemo, useState } from 'react'
import { account, ACCOUNT_CODES, type AccountCode, type TrialBalanceAnswer } from '../../contract/index.ts'
import { type BookDays, booksQueries } from './books-calls.ts'

const ACCOUNT = anyResource(account)

type CodeRow = TrialBalanceAnswer['list'][number]
type Sides = Pick<
  CodeRow,
  'openingDebit' | 'openingCredit' | 'debits' | 'credits' | 'closingDebit' | 'closingCredit' | 'currency'
>

/** An account code, or below it one of its accounts. */
interface TrialLine extends Sides {
  readonly key: string
  readonly name: string
  /** Account whose statement can be read; null for a code of several. */
  readonly account: string | null
  /** Absent for an account below its code. */
  readonly code?: CodeRow
}

interface TrialTableProps {
  readonly rows: readonly CodeRow[]
  readonly days: BookDays
  readonly isBusy: boolean
  /** Code whose accounts are shown; empty for none. */
  readonly openCode: string
  readonly onCode: (code: string) => void
  readonly onAccount: (id: string) => void
}

const isCode = (text: string): text is AccountCode => ACCOUNT_CODES.some(code => code === text)

/** Draws every account code with opening, movements and closing; a code of several accounts opens to show them, one alone leads to its statement. */
export function TrialTable({ rows, days, isBusy, openCode, onCode, onAccount }: TrialTableProps) {
  const { t } = useWords()
  const [titled, setTitled] = useState<CodeRow | null>(null)
  const accounts = useQuery({
    ...booksQueries.accounts(isCode(openCode) ? openCode : 'bank', days),
    enabled: isCode(openCode),
  })
  const { data, error, refetch } = accounts
  const lines = useMemo(
    () =>
      rows.map(
        (code): TrialLine => ({
          ...code,
          key: `${code.code}${code.currency}`,
          name: code.name ?? t(`ledger.account.codeValue.${code.code}`),
          account: code.account,
          code,
        }),
      ),
    [rows, t],
  )
  const inner = useMemo(
    () =>
      data?.list.map(
        (one): TrialLine => ({ ...one, key: one.id, name: one.owner ?? t('ledger.books.noName'), account: one.id }),
      ),
    [data, t],
  )
  const below = useCallback(
    ({ code }: TrialLine): BelowRow<TrialLine> | null =>
      code && code.accounts > 1
        ? {
            isOpen: openCode === code.code,
            onToggle: () => onCode(openCode === code.code ? '' : code.code),
            rows: inner,
            error,
            onRetry: () => void refetch(),
            empty: t('ledger.books.noAccounts'),
          }
        : null,
    [openCode, onCode, inner, error, refetch, t],
  )
  const isPhone = useIsPhone()
  const all = useTrialColumns(onAccount, setTitled)
  const columns = useMemo(() => (isPhone ? onPhone(all) : all), [isPhone, all])
  const heads = useMemo(
    (): HeadGroup[] =>
      (['opening', 'moved', 'closing'] as const).map(key => ({ key, head: t(`ledger.books.head.${key}`) })),
    [t],
  )
  const isEqual = isBalanced(rows)
  return (
    <>
      {data && data.total > data.list.length && isCode(openCode) && (
        <p className="w-banner" data-tone="wait">
          {t('ledger.books.largest', { shown: data.list.length, total: data.total })}
        </p>
      )}
      <ReportGrid
        label={t('ledger.books.trial')}
        rows={lines}
        rowKey={row => row.key}
        columns={columns}
        heads={heads}
        priority={PRIORITY}
        below={below}
        total={{
          label: t(isEqual ? 'ledger.books.equal' : 'ledger.books.unequal'),
          tone: isEqual ? 'good' : 'bad',
        }}
        isBusy={isBusy}
        isZeroQuiet
        isTight
        empty={t('ledger.books.nothing')}
        file={`${t('ledger.books.trial')} ${days.from} ${days.to}`}
      />
      {titled && (
        <CommandDialog
          resource={ACCOUNT}
          command="setTitle"
          records={[]}
          known={{
            code: titled.code,
            ...(titled.isOwnNumber ? { number: titled.number } : {}),
            ...(titled.name === null ? {} : { name: titled.name }),
          }}
          onDone={() => setTitled(null)}
        />
      )}
    </>
  )
}

const PRIORITY = ['number', 'closingDebit', 'closingCredit', 'debits', 'credits', 'openingDebit', 'openingCredit']

/** Width in pixels of the leading column on a phone: both sides of the closing balance stand beside it. */
const PHONE_NAME = 128

/** Returns columns in the order of a phone, which shows the first ones and scrolls to the others: what an account has now, then how it came. */
function onPhone(columns: readonly ReportColumn<TrialLine>[]): ReportColumn<TrialLine>[] {
  const groups = ['closing', 'moved', 'opening']
  const [name, ...others] = columns
  const placeOf = ({ group }: ReportColumn<TrialLine>): number =>
    group === undefined ? groups.length : groups.indexOf(group)
  return [
    ...(name === undefined ? [] : [{ ...name, width: PHONE_NAME }]),
    ...others.toSorted((a, b) => placeOf(a) - placeOf(b)),
  ]
}

/** Both sides of opening, movements and closing come to the same sums. */
function isBalanced(rows: readonly Sides[]): boolean {
  const sum = (key: Exclude<keyof Sides, 'currency'>) => sumFen(rows.map(row => parseFen(row[key])))
  return (
    sum('openingDebit') === sum('openingCredit') &&
    sum('debits') === sum('credits') &&
    sum('closingDebit') === sum('closingCredit')
  )
}

function useTrialColumns(onAccount: (id: string) => void, onTitle: (row: CodeRow) => void): ReportColumn<TrialLine>[] {
  const { t } = useWords()
  const mayTitle = useMay('ledger.account:setTitle')
  return useMemo(() => {
    const money = (
      group: 'opening' | 'moved' | 'closing',
      key: Exclude<keyof Sides, 'currency'>,
      side: 'debit' | 'credit',
    ) => ({
      key,
      head: t(`ledger.books.${side}`),
      group,
      kind: 'money' as const,
      together: group,
      value: (row: TrialLine) => row[key],
    })
    return [
      {
        key: 'name',
        head: t('ledger.account.code'),
        kind: 'text' as const,
        width: 216,
        value: (row: TrialLine) => row.name,
        show: ({ row }: { row: TrialLine | undefined }, name: React.ReactNode) =>
          row === undefined ? (
            name
          ) : (
            <AccountName row={row} onAccount={onAccount} onTitle={mayTitle ? onTitle : undefined} />
          ),
      },
      {
        key: 'number',
        head: t('ledger.books.number'),
        kind: 'text' as const,
        width: 88,
        groups: false as const,
        value: (row: TrialLine) => row.code?.number ?? null,
        show: ({ row }: { row: TrialLine | undefined }) => row?.code?.number,
      },
      {
        key: 'kind',
        head: t('ledger.account.kind'),
        kind: 'text' as const,
        width: 64,
        value: (row: TrialLine) => row.code?.kind ?? null,
        word: (kind: string) => t(`ledger.account.kindValue.${kind}`),
        show: ({ row }: { row: TrialLine | undefined }, kind: React.ReactNode) => row?.code && kind,
      },
      money('opening', 'openingDebit', 'debit'),
      money('opening', 'openingCredit', 'credit'),
      money('moved', 'debits', 'debit'),
      money('moved', 'credits', 'credit'),
      money('closing', 'closingDebit', 'debit'),
      money('closing', 'closingCredit', 'credit'),
    ]
  }, [t, onAccount, onTitle, mayTitle])
}

function AccountName({
  row,
  onAccount,
  onTitle,
}: {
  readonly row: TrialLine
  readonly onAccount: (id: string) => void
  readonly onTitle: ((row: CodeRow) => void) | undefined
}) {
  const { t } = useWords()
  const { account: id, code, name } = row
  const actions: MenuAction[] =
    code && onTitle ? [{ key: 'title', label: t('ledger.account.setTitle'), run: () => onTitle(code) }] : []
  return (
    <span className="lb-name">
      {id === null ? (
        <span>
          {name} <small className="w-quiet">{t('ledger.books.accountCount', { count: code?.accounts ?? 0 })}</small>
        </span>
      ) : (
        <button type="button" className="w-link-button" onClick={() => onAccount(id)}>
          {name}
        </button>
      )}
      {actions.length > 0 && <MoreMenu label={t('ledger.books.actionsOf', { name })} actions={actions} />}
    </span>
  )
}
