import { OrderActions } from '@wattyard/charging/console'
import { type SectionProps, StatusTag, useInvalidate, WhenAndHowLong } from '@wattyard/console-kit'
import './order-cells.css'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Draws an order's state, its place and its time, and the commands that it allows now. */
export function OrderHead({ record, labels }: SectionProps) {
  const invalidate = useInvalidate()
  const startedAt = number(record.startedAt)
  const endedAt = number(record.endedAt)
  const station = labels['assets.station']?.[String(record.station)]
  const pile = labels['assets.pile']?.[String(record.pile)]
  const connector = typeof record.connectorName === 'string' ? record.connectorName : null
  return (
    <>
      <StatusTag of="charging.order.state" value={typeof record.state === 'string' ? record.state : null} />
      <span>{[station, pile, connector].filter(Boolean).join(' · ')}</span>
      <WhenAndHowLong from={startedAt} to={endedAt} />
      <OrderActions record={record} onDone={() => void invalidate('charging.order')} />
    </>
  )
}
