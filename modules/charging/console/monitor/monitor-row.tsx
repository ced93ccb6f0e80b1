import { Ago, Decimal, Power, Share, StatusTag, useWords } from '@wattyard/console-kit'
import { unitOfColumn } from '@wattyard/resource'
import { StopOutlined } from '@ant-design/icons'
import { memo } from 'react'
import { type RunningOrder } from '../../contract/calls/live.ts'
import { Signs } from '../order/signs.tsx'
import { Ticking } from './ticking.tsx'

interface RowProps {
  order: RunningOrder
  onOpen: (id: string) => void
  onStop: (order: RunningOrder) => void
}

/** Draws one session; renders again only when its own figures change. */
export const MonitorRow = memo(function MonitorRow({ order, onOpen, onStop }: RowProps) {
  const { t } = useWords()
  // On a phone the table is cards, where the label names the unit instead of the head.
  const labelOf = (word: string, kind: string): string => `${t(word)} ${unitOfColumn({ kind }) ?? ''}`
  return (
    <tr>
      <td data-wide="">
        <button type="button" className="w-link-button w-num ch-no" onClick={() => onOpen(order.id)}>
          {order.orderNo}
        </button>
      </td>
      <td data-wide="">
        <span className="ch-place">
          {order.pile.code} · {order.connectorName}
          <small className="w-clip">{order.station.name}</small>
        </span>
      </td>
      <td data-label={t('charging.order.state')}>
        <StatusTag of="charging.order.state" value={order.state} />
      </td>
      <td data-label={labelOf('charging.page.power', 'power')}>
        <Meter share={shareOf(order.power, order.ratedPower)}>
          <Power watts={order.power} unit={false} />
        </Meter>
      </td>
      <td data-label={labelOf('charging.page.soc', 'percent')}>
        {order.soc === null ? (
          <span className="w-quiet">--</span>
        ) : (
          <Meter share={order.soc / 1_000} from={(order.socStart ?? 0) / 1_000} tone="good">
            <Share percent={order.soc / 10} />
          </Meter>
        )}
      </td>
      <td data-end="" data-label={labelOf('charging.order.energy', 'energy')}>
        <Decimal kind="energy" value={order.energy} />
      </td>
      <td data-end="" data-label={labelOf('charging.page.amount', 'money')}>
        <Decimal kind="money" value={order.amount} />
      </td>
      <td data-end="" data-label={t('charging.page.duration')}>
        <Ticking since={order.startedAt} />
      </td>
      <td data-label={t('charging.page.lastData')}>
        <Ago at={order.lastFactAt} />
      </td>
      <td data-wide="">
        <Signs order={order} />
      </td>
      <td data-end="">
        {order.canStop && order.state !== 'stopping' && (
          <button
            type="button"
            className="w-icon-button"
            aria-label={t('charging.page.stopAt', { place: `${order.pile.code} · ${order.connectorName}` })}
            title={t('charging.order.stop')}
            onClick={() => onStop(order)}
          >
            <StopOutlined />
          </button>
        )}
      </td>
    </tr>
  )
})

function shareOf(power: number | null, rated: number | null): number {
  return power === null || !rated ? 0 : power / rated
}

function Meter({
  share,
  from = 0,
  tone,
  children,
}: {
  share: number
  from?: number
  tone?: 'good'
  children: React.ReactNode
}) {
  const percent = (value: number) => `${Math.max(0, Math.min(100, Math.round(value * 100)))}%`
  return (
    <span className="ch-meter">
      <span>{children}</span>
      <span className="ch-bar" data-tone={tone} aria-hidden="true">
        <i style={{ inlineSize: percent(share) }} />
        {from > 0 && <b style={{ inlineSize: percent(Math.min(from, share)) }} />}
      </span>
    </span>
  )
}
