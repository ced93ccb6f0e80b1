import {
  Ago,
  Decimal,
  Duration,
  ErrorState,
  Fact,
  Facts,
  lazyPart,
  Power,
  type SectionProps,
  Share,
  Skeleton,
  NO_VALUE,
  StatusTag,
  useMay,
  useNow,
  useWords,
  valueWord,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type RunningOrder, type WallConnector, type WallPile } from '../../contract/calls/live.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import { OrderActions } from '../order/order-actions.tsx'
import { CommandForm } from '../wall/command-form.tsx'
import { DEVICE_COMMANDS } from '../wall/device-commands.ts'
import { RecentCommands } from '../wall/recent-commands.tsx'
import { orderRecord } from './order-record.ts'
import { usePileOnWall } from './use-pile-on-wall.ts'
import '../charging.css'
import '../wall/wall.css'

const OrderCurve = lazyPart(async () => (await import('../order/order-curve.tsx')).OrderCurve)

/** Draws the connectors of a pile with their faults, and the sessions on them with their commands. */
export function ConnectorsOfPile({ record }: SectionProps) {
  const { pile, error, refetch } = usePileOnWall(record)
  const mayFollow = useMay('gateway.command:read')
  if (error && !pile) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (pile === undefined) return <Skeleton lines={3} />
  if (pile === null) return <span className="w-quiet">{NO_VALUE}</span>
  return (
    <>
      <FaultActions pile={pile} mayFollow={mayFollow} />
      {pile.connectors.map(one => (
        <Connector key={one.number} pile={pile} connector={one} />
      ))}
    </>
  )
}

const RESET = DEVICE_COMMANDS.filter(one => one.name === 'reset')

/** Draws the reset beside a fault, and what became of the pile after it was sent from here. */
function FaultActions({ pile, mayFollow }: { pile: WallPile; mayFollow: boolean }) {
  const { t } = useWords()
  const mayReset = useMay('gateway.command:reset')
  const [isAsking, setAsking] = useState(false)
  const [isSent, setSent] = useState(false)
  const isFaulty = pile.connectors.some(one => one.state === 'fault')
  if (!mayReset || (!isFaulty && !isSent)) return null
  return (
    <section className="ch-fault-actions">
      <Button danger={isFaulty} disabled={!pile.online} onClick={() => setAsking(true)}>
        {t('gateway.command.reset')}
      </Button>
      {!pile.online && <span className="w-quiet">{t('charging.wall.offlineHint')}</span>}
      {isSent && mayFollow && <RecentCommands pileId={pile.id} most={1} isFaulty={pile.online ? isFaulty : null} />}
      {isAsking &&
        RESET.map(command => (
          <CommandForm
            key={command.name}
            command={command}
            target={{ pileId: pile.id, connector: null }}
            place={pile.code}
            onDone={id => {
              setAsking(false)
              if (id !== null) setSent(true)
            }}
          />
        ))}
    </section>
  )
}

/** Draws the state, fault and session of one connector. */
export function Connector({ pile, connector }: { pile: WallPile; connector: WallConnector }) {
  const words = useWords()
  const { t } = words
  const { error, vendorError, info, order } = connector
  return (
    <section className="ch-connector" data-state={connector.state}>
      <header className="ch-connector-head">
        <b>{t('charging.wall.connector', { number: connector.name })}</b>
        {connector.bay && <span className="w-quiet">{connector.bay}</span>}
        <StatusTag of="gateway.connector.state" value={connector.state} />
        <span className="w-quiet">
          <Ago at={connector.at} />
        </span>
      </header>
      {(error ?? vendorError ?? info) !== null && (
        <p className="ch-error" title={error ?? undefined}>
          {error && valueWord(words, 'gateway.connector.error', error)}
          {vendorError && <span className="w-mono"> {t('gateway.pilePage.vendorError', { code: vendorError })}</span>}
          {info && <span> {info}</span>}
        </p>
      )}
      {order && <Running order={order} rated={pile.power} />}
    </section>
  )
}

function Running({ order, rated }: { order: RunningOrder; rated: number }) {
  const { t } = useWords()
  const now = useNow()
  const [hasCurve, setCurve] = useState(false)
  const mayRead = useMay('charging.order:read')
  return (
    <>
      <Facts>
        <Fact label={t('charging.order.orderNo')}>
          <Link to={`/cwdata2/orderDeatil?open=${order.id}`}>{order.orderNo}</Link>
        </Fact>
        <Fact label={t('charging.page.power')}>
          <Power watts={order.power} />{' '}
          <small className="w-quiet">
            / <Power watts={rated} /> {order.isStale && `⏱ ${t('charging.page.silent')}`}
          </small>
        </Fact>
        <Fact label={t('charging.page.soc')}>
          <Share percent={order.soc === null ? null : order.soc / 10} unit />
        </Fact>
        <Fact label={t('charging.order.energy')}>
          <Decimal kind="energy" value={order.energy} unit />
        </Fact>
        <Fact label={t('charging.monitorPage.amount')}>
          <Decimal kind="money" value={order.amount} unit />
        </Fact>
        <Fact label={t('charging.page.duration')}>
          <Duration seconds={Math.max(0, Math.floor((now - order.startedAt) / 1_000))} />
        </Fact>
      </Facts>
      {order.cases.length > 0 && (
        <p className="ch-signs">
          {order.cases.map(one => (
            <span key={one.rule} className="ch-sign" data-tone={one.severity === 'critical' ? 'bad' : undefined}>
              ⚠ {t(ruleWord(one))}
            </span>
          ))}
        </p>
      )}
      <div className="ch-actions">
        <OrderActions record={orderRecord(order)} can={order.canStop ? ['stop'] : []} />
        {mayRead && (
          <Button size="small" onClick={() => setCurve(!hasCurve)} aria-expanded={hasCurve}>
            {t('charging.errPage.curve')}
          </Button>
        )}
      </div>
      {hasCurve && <OrderCurve id={order.id} most_W={order.ratedPower} />}
    </>
  )
}
