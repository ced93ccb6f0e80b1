import { OrderActions } from '@wattyard/charging/console'
import { Duration, type SectionProps, StatusTag, useInvalidate, When } from '@wattyard/console-kit'
import './order-cells.css'

const MS_PER_S = 1_000
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
      <span className="w-quiet">
        <When at={startedAt} />
        {startedAt !== null && endedAt !== null && (
          <>
            {' · '}
            <Duration seconds={Math.max(0, Math.round((endedAt - startedAt) / MS_PER_S))} />
          </>
        )}
      </span>
      <OrderActions record={record} onDone={() => void invalidate('charging.order')} />
    </>
  )
}
