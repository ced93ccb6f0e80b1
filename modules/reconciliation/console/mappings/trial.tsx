import type { CallAnswer } from '@wattyard/calls'
import { Decimal, ErrorState, LineList, showMoney, Skeleton, useWords, valueWord, When } from '@wattyard/console-kit'
import type { FileMapping } from '@wattyard/payment-files/mapping'
import type { tryMapping } from '../../contract/calls/try-mapping.ts'
import type { FileFamily } from '../../contract/records/mapping.ts'
import type { useTrial } from './mapping-calls.ts'
import { isComplete } from './rules-edit.ts'

type Told = CallAnswer<typeof tryMapping>
const TONES = { agree: 'good', differ: 'bad', undeclared: 'idle' } as const

interface TrialProps {
  readonly trial: ReturnType<typeof useTrial>
  readonly rules: FileMapping
  readonly family: FileFamily
}

/** Draws the file as these rules read it: figures, the first rows, and every line that is not read with why. */
export function Trial({ trial: { data, error, isFetching, refetch }, rules, family }: TrialProps) {
  const { t, language } = useWords()
  if (!isComplete(rules)) return <p className="w-banner">{t('reconciliation.describe.needsColumns')}</p>
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const money = (value: string) => showMoney(value, language)
  return (
    <section className="rc-trial" aria-label={t('reconciliation.describe.preview')} aria-busy={isFetching}>
      <h3>{t('reconciliation.describe.preview')}</h3>
      <output className="rc-trial-figures">
        <span className="w-tag" data-tone={data.unread > 0 ? 'bad' : 'good'}>
          {t('reconciliation.describe.figures', { read: data.read, unread: data.unread, ours: data.ours })}
        </span>
        <span className="w-tag" data-tone={TONES[data.totals]}>
          {t(`reconciliation.describe.totals.${data.totals}`)}
        </span>
        <span className="w-num">
          {t('reconciliation.describe.sums', {
            income: money(data.income),
            expense: money(data.expense),
            fees: money(data.fees),
          })}
        </span>
        {data.firstDay !== null && (
          <span className="w-num">
            {data.firstDay === data.lastDay ? data.firstDay : `${data.firstDay} – ${data.lastDay}`}
          </span>
        )}
      </output>
      <Flaws flaws={data.flaws} />
      <Rows rows={data.rows} family={family} />
    </section>
  )
}

function Flaws({ flaws }: { readonly flaws: Told['flaws'] }) {
  const { t, has } = useWords()
  const errors = flaws.filter(one => one.level === 'error')
  if (errors.length === 0) return <p className="w-quiet">{t('reconciliation.describe.noFlaws')}</p>
  const word = (code: string) => (has(`reconciliation.finding.${code}`) ? t(`reconciliation.finding.${code}`) : code)
  return (
    <>
      <h4>{t('reconciliation.describe.flaws')}</h4>
      <LineList
        rows={errors.map((flaw, i) => ({ ...flaw, id: String(i) }))}
        columns={[
          {
            key: 'line',
            head: t('reconciliation.findings.line'),
            className: 'w-num',
            place: 'beside',
            show: ({ line }) => (line === 0 ? t('reconciliation.findings.whole') : line),
          },
          { key: 'code', head: t('reconciliation.findings.what'), place: 'name', show: ({ code }) => word(code) },
          {
            key: 'column',
            head: t('reconciliation.findings.column'),
            says: ({ column }) => column !== null,
            show: ({ column }) => column,
          },
          {
            key: 'value',
            head: t('reconciliation.findings.value'),
            place: 'wide',
            says: ({ value }) => value !== '',
            show: ({ value }) => (value === '' ? null : <code className="w-mono rc-code">{value}</code>),
          },
        ]}
      />
    </>
  )
}

function Rows({ rows, family }: { readonly rows: Told['rows']; readonly family: FileFamily }) {
  const words = useWords()
  const { t } = words
  if (rows.length === 0) return null
  return (
    <>
      <h4>{t('reconciliation.describe.previewRows', { count: rows.length })}</h4>
      <LineList
        rows={rows.map(row => ({ ...row, id: String(row.place) }))}
        columns={[
          {
            key: 'at',
            head: t('reconciliation.describe.field.time'),
            place: 'beside',
            show: ({ at, day }) => (at === null ? day : <When at={at} />),
          },
          {
            key: 'kind',
            head: t('reconciliation.row.kind'),
            // What goes out of a bank account is seldom a refund.
            show: ({ kind }) =>
              family === 'account' && kind === 'refund'
                ? t('reconciliation.sides.paid')
                : valueWord(words, 'reconciliation.row.kind', kind),
          },
          {
            key: 'amount',
            head: t('reconciliation.describe.field.amount'),
            className: 'w-num',
            place: 'beside',
            show: ({ amount }) => <Decimal kind="money" value={amount} />,
          },
          {
            key: 'fee',
            head: t('reconciliation.describe.field.fee'),
            className: 'w-num',
            says: ({ fee }) => fee !== null,
            show: ({ fee }) => (fee === null ? null : <Decimal kind="money" value={fee} />),
          },
          {
            key: 'number',
            head: t('reconciliation.describe.field.orderNo'),
            place: 'name',
            className: 'rc-trial-what',
            show: ({ number, isOurs, channelNo, party, text }) => (
              <>
                {number}{' '}
                {isOurs && (
                  <span className="w-tag" data-tone="good">
                    {t('reconciliation.describe.ours')}
                  </span>
                )}
                <small className="w-quiet">{[channelNo, party, text].filter(one => one !== null).join(' · ')}</small>
              </>
            ),
          },
        ]}
      />
    </>
  )
}
