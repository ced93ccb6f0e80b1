import { useQuery } from '@tanstack/react-query'
import {
  api,
  EmbeddedList,
  ErrorState,
  HeadCommands,
  linkToRecord,
  type SectionProps,
  Skeleton,
  StatusTag,
  useWords,
  When,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { Link } from 'react-router'
import { readRefundSplit } from '../../contract/calls/refund-split.ts'
import { REFUND_BASES } from '../../contract/refund-basis.ts'
import { refund } from '../../contract/refunds/refund.ts'
import { refundPart } from '../../contract/refunds/refund-part.ts'
import { RefundSplitTable } from './refund-split-table.tsx'

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
  const split = useQuery({
    // The key begins with the name of the resource, so that it is read again together with the list.
    queryKey: [refund.name, 'split', record.id],
    queryFn: ({ signal }) => api.call(readRefundSplit, { id: record.id }, { signal, quiet: true }),
  })
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
  const isSilent = record.state === 'waiting' && record.way !== 'bank' && record.way !== 'cash'
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
      {isSilent && <span className="w-quiet">{t('payments.error.channelSilent')}</span>}
      <WaitingHere record={record.id} topic={refundPart.name} />
      <HeadCommands record={record} names={['payOut', 'reroute', 'retry', 'giveBack', 'callOff']} />
    </>
  )
}
