import { useQuery } from '@tanstack/react-query'
import {
  api,
  EmbeddedList,
  ErrorState,
  HeadCommands,
  linkToRecord,
  type SectionProps,
  showDecimal,
  Skeleton,
  StatusTag,
  useWords,
  When,
} from '@wattyard/console-kit'
import { JournalLines } from '@wattyard/ledger/console'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { readPartJournals } from '../../contract/calls/part-journals.ts'
import { REFUND_BASES } from '../../contract/refund-basis.ts'
import { refund } from '../../contract/refunds/refund.ts'
import { toldWord } from '../../contract/told-codes.ts'
import { LATE_KINDS, refundPart } from '../../contract/refunds/refund-part.ts'
import { RefundSplitTable } from './refund-split-table.tsx'
import { useRefundSplit } from './use-refund-split.ts'

const PARTS = ['number', 'state', 'way', 'channel', 'amount', 'payee', 'receipt', 'paidAt', 'reason'] as const

/** Draws the state of a refund, its member, when it was asked for, and what can be done with it now. */
export function RefundHead({ record, labels }: SectionProps) {
  const id = String(record.member)
  const name = labels['members.member']?.[id] ?? ''
  const to = linkToRecord('members.member', id)
  return (
    <>
      <StatusTag of="payments.refund.state" value={typeof record.state === 'string' ? record.state : null} />
      {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      <When at={record.createdAt} />
      <WaitingHere record={record.id} topic={refund.name} />
      <HeadCommands record={record} names={['approve', 'reject', 'withdraw']} />
    </>
  )
}

/** Draws which top-ups a refund takes from, with the basis in a sentence. */
export function SplitOfRefund({ record }: SectionProps) {
  const { t } = useWords()
  const split = useRefundSplit(record.id)
  const basis = REFUND_BASES.find(one => one === record.basis)
  if (split.error && !split.data) return <ErrorState error={split.error} onRetry={() => void split.refetch()} />
  if (!split.data) return <Skeleton lines={3} />
  return (
    <>
      {basis && <p className="w-quiet">{t(`payments.ask.explained.${basis}`)}</p>}
      {split.data.rerouted && <p>{t('payments.split.rerouted')}</p>}
      <RefundSplitTable rows={split.data.rows} />
    </>
  )
}

/** Draws the parts of a refund, which are paid out or sent another way here. */
export function PartsOfRefund({ record }: SectionProps) {
  return <EmbeddedList resource={refundPart} by="refund" record={record} columns={PARTS} />
}

/** Draws the state of a part, its refund, and what can be done with it now. */
export function PartHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const id = String(record.refund)
  const number = labels[refund.name]?.[id] ?? ''
  const to = linkToRecord(refund.name, id)
  return (
    <>
      <StatusTag of="payments.refundPart.state" value={typeof record.state === 'string' ? record.state : null} />
      {to === undefined ? <span>{number}</span> : <Link to={to}>{number}</Link>}
      {typeof record.heir === 'string' && (
        <span className="w-quiet">
          {t('payments.refundPart.replacedBy')}{' '}
          <Link to={`/wallet/refundBill?part=payouts&open=${record.heir}`}>{String(record.replacedBy)}</Link>
        </span>
      )}
      {record.otherPayee === true && (
        <span className="w-tag" data-tone="wait">
          {t('payments.refundPart.otherPayee')}
        </span>
      )}
      <LateSuccess record={record} />
      <AtChannel record={record} />
      <WaitingHere record={record.id} topic={refundPart.name} />
      <HeadCommands record={record} names={['payOut', 'reroute', 'retry', 'giveBack', 'callOff']} />
    </>
  )
}

/** Says where the money of a part is that its channel has not paid out, and who moves next. */
function AtChannel({ record: { state, way, reason, unheard, keysLost } }: Pick<SectionProps, 'record'>) {
  const { t } = useWords()
  const told = toldWord(reason)
  if (keysLost === true) return <span>{t('payments.refundPart.keysLostThere')}</span>
  if (typeof unheard === 'string') {
    const word = toldWord(unheard)
    return <span>{t('payments.refundPart.unheardThere', { why: word ? t(word) : unheard })}</span>
  }
  if (state === 'abnormal') return <span>{t('payments.refundPart.abnormalThere')}</span>
  if (state === 'failed' && reason === null) return <span>{t('payments.refundPart.closedThere')}</span>
  if (state === 'failed' && told) return <span>{t(told)}</span>
  if (state !== 'waiting' || way === 'bank' || way === 'cash') return null
  const said = told ? t('payments.refundPart.againThere', { why: t(told) }) : t('payments.error.channelSilent')
  return <span className="w-quiet">{said}</span>
}

/** Says that the channel carried a part out after its money had waited or gone another way, as the message about it does. */
function LateSuccess({ record: { late, amount, taken, owedAfter: owed } }: Pick<SectionProps, 'record'>) {
  const { t, language } = useWords()
  const kind = LATE_KINDS.find(one => one === late)
  if (kind === undefined) return null
  const isTwice = kind === 'heirPaid' || kind === 'givenBack'
  const shown = (value: unknown): string => showDecimal('money', String(value), language)
  const amounts = { amount: shown(amount), taken: shown(taken), owed: shown(owed) }
  const outcome = t(`payments.refundPart.lateValue.${kind}`)
  return <span>{t(`payments.message.${isTwice ? 'paidTwice' : 'paidLate'}.text`, { ...amounts, outcome })}</span>
}

/** Draws the journals of a part: what was given back, what was paid out, and what was taken from the member. */
export function JournalsOfPart({ record }: SectionProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [refundPart.name, 'journals', record.id, record.version],
    queryFn: ({ signal }) => api.call(readPartJournals, { id: record.id }, { signal, quiet: true }),
  })
  return <JournalLines of={refundPart.name} ids={data?.journals} error={error} refetch={refetch} />
}
