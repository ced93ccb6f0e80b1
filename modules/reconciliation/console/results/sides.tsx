import {
  Decimal,
  ErrorState,
  type SectionProps,
  Skeleton,
  StatusTag,
  useMay,
  useRecord,
  useWords,
  When,
} from '@wattyard/console-kit'
import { channel } from '@wattyard/payments/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownItem } from '../../contract/calls/read-items.ts'
import { type Side, SIDES } from '../../contract/item.ts'
import { hintOf } from './case-hint.ts'
import { type Compared, differingIn } from './differing.ts'
import { linkToItem } from './item-link.ts'
import { useItems } from './results-calls.ts'

/** Says what the case of an outcome means, and what has to be done. */
export function CaseMeaning({ record }: SectionProps) {
  const { t } = useWords()
  const mayRead = useMay('payments.channel:read')
  const { data, isLoading } = useRecord(channel, mayRead ? String(record.channel) : null)
  const isOfCompany = record.pass === 'mention' || record.pass === 'company'
  if (isLoading) return <Skeleton lines={2} />
  return (
    <p className="rc-meaning">
      {isOfCompany && `${t(`reconciliation.caseHint.by.${String(record.pass)}`)} `}
      {t(hintOf(String(record.kind), data?.kind))}
    </p>
  )
}

/** Sum of each side as the outcome has it. */
const SUMS: Readonly<Record<Side, 'amount' | 'booked' | 'told'>> = {
  order: 'amount',
  ledger: 'booked',
  channel: 'told',
}

/** Draws what our records, the books and the channel say of an outcome beside each other; where they differ is marked. */
export function Sides({ record }: SectionProps) {
  const { t } = useWords()
  const { data, error, refetch } = useItems(record.id, record.version)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const items = { order: data.orders, ledger: data.lines, channel: data.rows }
  const marked = differingIn(items)
  return (
    <div className="rc-sides">
      {SIDES.map(side => {
        const sum = record[SUMS[side]]
        return (
          <section key={side} aria-label={t(`reconciliation.sides.${side}`)}>
            <h4>
              {t(`reconciliation.sides.${side}`)}
              <Decimal kind="money" value={typeof sum === 'string' ? sum : null} unit />
            </h4>
            {items[side].length === 0 && <p className="rc-none">{t(`reconciliation.sides.none.${side}`)}</p>}
            {items[side].map(item => (
              <Item key={item.id} item={item} isMarked={field => marked.has(`${side} ${field}`)} />
            ))}
          </section>
        )
      })}
    </div>
  )
}

interface ItemProps {
  readonly item: ShownItem
  readonly isMarked: (field: Compared) => boolean
}

function Item({ item, isMarked }: ItemProps) {
  const { t } = useWords()
  const { amount, fee, kind, number, channelNo, at, day, state, party, text, place, record } = item
  const to = linkToItem(item)
  const name =
    place === null
      ? t(`reconciliation.sides.open.${record.resource}`)
      : t('reconciliation.sides.rowOf', { file: place.name, row: place.row })
  const facts: readonly (readonly [string, ReactNode, Compared?])[] = [
    ['amount', <Decimal key="amount" kind="money" value={amount} />, 'amount'],
    ...(fee === null ? [] : [['fee', <Decimal key="fee" kind="money" value={fee} />, 'fee'] as const]),
    ['kind', kind === 'paid' ? t('reconciliation.sides.paid') : t(`reconciliation.row.kindValue.${kind}`), 'kind'],
    ['state', <StatusTag key="state" of="reconciliation.row.state" value={state} />, 'state'],
    [
      'day',
      <span key="day" className="w-num">
        {day}
      </span>,
      'day',
    ],
    ...(at === null ? [] : [['at', <When key="at" at={at} />] as const]),
    ...(number === null ? [] : [['number', <Code key="number" text={number} />, 'number'] as const]),
    ...(channelNo === null ? [] : [['channelNo', <Code key="channelNo" text={channelNo} />, 'channelNo'] as const]),
    ...(party === null || party === '' ? [] : [['party', party] as const]),
    ...(text === null || text === '' ? [] : [['text', text] as const]),
  ]
  return (
    <div className="rc-item">
      <dl>
        {facts.map(([field, shown, compared]) => (
          <div key={field} data-differs={compared !== undefined && isMarked(compared) ? '' : undefined}>
            <dt>{t(field === 'amount' || field === 'state' ? `shared.${field}` : `reconciliation.row.${field}`)}</dt>
            <dd>
              {compared !== undefined && isMarked(compared) && (
                <span className="rc-differs">
                  <span aria-hidden="true">≠</span>
                  <span className="w-sr">{t('reconciliation.sides.differs')}</span>
                </span>
              )}
              {shown}
            </dd>
          </div>
        ))}
      </dl>
      {to === undefined ? <small className="w-quiet">{name}</small> : <Link to={to}>{name}</Link>}
    </div>
  )
}

function Code({ text }: { readonly text: string }) {
  return <span className="w-mono rc-code">{text}</span>
}
