import {
  Decimal,
  EmptyState,
  ErrorState,
  linkToRecord,
  type LineColumn,
  LineList,
  PeriodPicker,
  type SectionProps,
  Skeleton,
  usePeriod,
  useWords,
  When,
} from '@wattyard/console-kit'
import type { CallAnswer } from '@wattyard/calls'
import { isProduct } from '@wattyard/ledger/contract'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { MAX_STATEMENT_DAYS, type readStatement } from '../../contract/calls/statement.ts'
import { BalanceAt } from './balance-at.tsx'
import { StatementFiles } from './statement-files.tsx'
import { useStatement } from './use-statement.ts'
import './statement.css'

const DAYS = {
  maxDays: MAX_STATEMENT_DAYS,
  keys: { from: 'statementFrom', to: 'statementTo', unit: 'statementUnit', compare: 'statementCompare' },
} as const

type Statement = CallAnswer<typeof readStatement>
type Movement = Statement['movements'][number]
type Line = Movement & { readonly id: string }
/** Columns that stand there even where nothing moved in them. */
const ALWAYS: ReadonlySet<string> = new Set(['net', 'principal'])
const AMOUNTS = ['principal', 'gift', 'frozen', 'owed'] as const

/** Draws every movement of a member's wallet in a period, newest first, with the balances after each and at both ends. */
export function MoneyTimeline({ record }: SectionProps) {
  const { t } = useWords()
  const days = usePeriod(DAYS)
  const statement = useStatement(record.id, days.shown)
  const everyColumn = useColumns()
  const pages = statement.data?.pages
  const [first] = pages ?? []
  const rows = pages?.flatMap(page => page.movements.map((one): Line => ({ ...one, id: one.journal }))) ?? []
  // Most movements have no remark, and most wallets neither gift nor debt: the amounts need the room.
  const columns = everyColumn.filter(({ key, says }) => ALWAYS.has(key) || rows.some(row => says?.(row) ?? true))
  return (
    <>
      <div className="w-row w-wrap w-statement-tools w-no-print">
        <PeriodPicker view={days} canCompare={false} />
        <StatementFiles id={record.id} {...days.shown} />
      </div>
      <BalanceAt id={record.id} />
      {statement.error && !first && <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />}
      {!first && !statement.error && <Skeleton lines={6} />}
      {first && (
        <>
          <EndLine end="closing" balances={first.closing} />
          <p className="w-statement-end">
            {(['in', 'out'] as const).map(way => (
              <span key={way}>
                {t(`members.statement.moved.${way}`)} <Decimal kind="money" value={first.moved[way]} unit />
              </span>
            ))}
          </p>
          {rows.length === 0 ? (
            <EmptyState title={t('members.statement.none')} />
          ) : (
            <LineList rows={rows} columns={columns} isWhole className="w-statement" />
          )}
          {statement.hasNextPage && (
            <Button loading={statement.isFetchingNextPage} onClick={() => void statement.fetchNextPage()}>
              {t('members.statement.older')}
            </Button>
          )}
          <EndLine end="opening" balances={first.opening} />
        </>
      )}
    </>
  )
}

/** Draws the balances at one end of the period. */
function EndLine({ end, balances }: { end: 'opening' | 'closing'; balances: Statement['opening'] }) {
  const { t } = useWords()
  return (
    <p className="w-statement-end">
      <strong>{t(`members.statement.${end}`)}</strong>
      {AMOUNTS.map(key => (
        <span key={key}>
          {t(`members.wallet.${key}`)} <Decimal kind="money" value={balances[key]} unit />
        </span>
      ))}
    </p>
  )
}

/** Whether somebody enters such movements; others have a process of the product in the place of a name. */
const isByPerson = (source: string, actor: string): boolean => !source.startsWith('charging.') && !isProduct(actor)

/** What somebody said of a movement, and who that was. */
const remarkOf = ({ memo, actor, source }: Line): string =>
  [memo, isByPerson(source.type, actor) && actor].filter(Boolean).join(' · ')

const isNone = (amount: string): boolean => /^-?0+(\.0+)?$/.test(amount)

function useColumns(): readonly LineColumn<Line>[] {
  const { t } = useWords()
  return useMemo(
    () => [
      { key: 'at', head: t('ledger.journal.effectiveAt'), show: ({ at }) => <When at={at} />, place: 'beside' },
      { key: 'what', head: t('members.statement.movement'), show: row => <What row={row} />, place: 'name' },
      {
        key: 'net',
        head: t('members.statement.net'),
        className: 'w-num',
        show: ({ net }) => <Change amount={net} />,
        says: ({ net }) => !isNone(net),
      },
      ...AMOUNTS.map(
        (key): LineColumn<Line> => ({
          key,
          head: t(`members.wallet.${key}`),
          className: 'w-num',
          show: ({ change, balances }) => <AmountPair change={change[key]} balance={balances[key]} />,
          says: ({ change, balances }) => !isNone(change[key]) || !isNone(balances[key]),
        }),
      ),
      {
        key: 'memo',
        head: t('ledger.journal.memo'),
        show: remarkOf,
        says: row => remarkOf(row) !== '',
        place: 'wide',
      },
    ],
    [t],
  )
}

/** Draws what came in or went out, with its sign. */
function Change({ amount }: { amount: string }) {
  if (isNone(amount)) return <span className="w-quiet">–</span>
  return (
    <strong className="w-statement-net" data-sign={amount.startsWith('-') ? 'out' : 'in'}>
      {amount.startsWith('-') ? '' : '+'}
      <Decimal kind="money" value={amount} />
    </strong>
  )
}

/** Draws what a movement changed, and below it the balance after it. */
function AmountPair({ change, balance }: { change: string; balance: string }) {
  return (
    <span className="w-statement-pair">
      {isNone(change) ? (
        <span className="w-quiet">–</span>
      ) : (
        <span>
          {change.startsWith('-') ? '' : '+'}
          <Decimal kind="money" value={change} />
        </span>
      )}
      <small className="w-quiet">
        <Decimal kind="money" value={balance} />
      </small>
    </span>
  )
}

/** Draws the kind of a movement with the ways to the record that caused it and to its journal. */
function What({ row: { kind, source, label, journal } }: { row: Line }) {
  const { t } = useWords()
  const record = label === null ? undefined : linkToRecord(source.type, source.id)
  const entry = linkToRecord('ledger.journal', journal)
  return (
    <span>
      {t(`ledger.journal.kindValue.${kind}`)}{' '}
      {label !== null && (record ? <Link to={record}>{label}</Link> : <span>{label}</span>)}{' '}
      {entry && (
        <Link className="w-quiet w-no-print" to={entry}>
          {t('members.statement.journal')}
        </Link>
      )}
    </span>
  )
}
