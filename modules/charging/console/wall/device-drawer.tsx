import {
  Ago,
  Decimal,
  Dialog,
  Duration,
  Fact,
  Facts,
  lazyPart,
  Power,
  Share,
  StatusTag,
  TabList,
  tabPanel,
  useMay,
  useNow,
  useWords,
  valueWord,
} from '@wattyard/console-kit'
import { LiveStatus } from '@wattyard/assets/console'
import { MessageTrace, PileNow } from '@wattyard/gateway/console'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { type RunningOrder, type WallConnector, type WallPile } from '../../contract/calls/live.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import { OrderActions } from '../order/order-actions.tsx'
import { CommandForm } from './command-form.tsx'
import { DEVICE_COMMANDS, type DeviceCommand } from './device-commands.ts'
import { RecentCommands } from './recent-commands.tsx'

const OrderCurve = lazyPart(async () => (await import('../order/order-curve.tsx')).OrderCurve)

const VIEWS = ['now', 'commands', 'messages'] as const
type View = (typeof VIEWS)[number]

/** Draws one device: the states of its connectors, commands with the device's answers, and its messages. */
export function DeviceDrawer({ pile, onClose }: { pile: WallPile; onClose: () => void }) {
  const { t } = useWords()
  const id = useId()
  const [view, setView] = useState<View>('now')
  const mayRead = { messages: useMay('gateway.frame:read'), commands: useMay('gateway.command:read') }
  const views = VIEWS.filter(one => one === 'now' || mayRead[one])
  // The pile as a record, for components of the gateway.
  const record = { id: pile.id, version: 0, createdAt: 0, updatedAt: 0, can: [] }
  return (
    <Dialog open kind="drawer" width={760} title={`${pile.code} · ${pile.name}`} onClose={onClose}>
      <div className="w-detail-head">
        <LiveStatus live={pile.live} reported={pile.reported} since={pile.liveSince} />
      </div>
      <TabList
        id={id}
        label={t('charging.wall.device')}
        items={views.map(key => ({ key, label: t(`charging.wall.views.${key}`) }))}
        value={view}
        onChange={setView}
      />
      <div {...tabPanel(id, view)}>
        {view === 'now' && (
          <>
            <FaultActions pile={pile} mayFollow={mayRead.commands} />
            {pile.connectors.map(one => (
              <Connector key={one.number} pile={pile} connector={one} />
            ))}
            <section className="w-section">
              <h3>{t('charging.wall.device')}</h3>
              <PileNow record={record} labels={{}} />
              <p className="ch-links">
                <Link to={`/device/devicePole?open=${pile.id}`}>{t('charging.wall.toPile')}</Link>
                <Link to={`/cwdata2/orderDeatil?f.pile=${pile.id}`}>{t('charging.wall.toOrders')}</Link>
              </p>
            </section>
          </>
        )}
        {view === 'commands' && <Commands pile={pile} />}
        {view === 'messages' && <MessageTrace record={record} labels={{}} />}
      </div>
    </Dialog>
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
      {isSent && mayFollow && <RecentCommands pileId={pile.id} most={1} isFaulty={isFaulty} />}
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

function Connector({ pile, connector }: { pile: WallPile; connector: WallConnector }) {
  const words = useWords()
  const { t } = words
  const { error, vendorError, order } = connector
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
      {(error ?? vendorError) !== null && (
        <p className="ch-error" title={error ?? undefined}>
          {error && valueWord(words, 'gateway.connector.error', error)}
          {vendorError && <span className="w-mono"> {t('gateway.pilePage.vendorError', { code: vendorError })}</span>}
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
  const record = { id: order.id, version: 0, createdAt: 0, updatedAt: 0, can: [], orderNo: order.orderNo }
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
        <OrderActions record={record} can={order.canStop ? ['stop'] : []} />
        <Button size="small" onClick={() => setCurve(!hasCurve)} aria-expanded={hasCurve}>
          {t('charging.errPage.curve')}
        </Button>
      </div>
      {hasCurve && <OrderCurve id={order.id} most_W={order.ratedPower} />}
    </>
  )
}

const nameOf = (pile: WallPile, connector: number): string =>
  pile.connectors.find(one => one.number === connector)?.name ?? String(connector)

interface Asking {
  command: DeviceCommand
  connector: number | null
}

function Commands({ pile }: { pile: WallPile }) {
  const { t } = useWords()
  const [asking, setAsking] = useState<Asking | null>(null)
  const mayCommand = useMay('gateway.command:reset')
  const place = asking?.connector
    ? `${pile.code} · ${t('charging.wall.connector', { number: nameOf(pile, asking.connector) })}`
    : pile.code
  const row = (label: string, on: DeviceCommand['on'], connector: number | null) => (
    <div key={label} className="ch-command-row">
      <span>{label}</span>
      <span className="ch-actions">
        {DEVICE_COMMANDS.filter(one => one.on === on).map(one => (
          <Button key={one.name} size="small" onClick={() => setAsking({ command: one, connector })}>
            {t(`gateway.command.${one.name}`)}
          </Button>
        ))}
      </span>
    </div>
  )
  return (
    <>
      {!pile.online && <p className="ch-error">{t('charging.wall.offlineHint')}</p>}
      {mayCommand && (
        <section className="ch-commands">
          {pile.connectors.map(one => row(t('charging.wall.connector', { number: one.name }), 'connector', one.number))}
          {row(t('charging.wall.wholePile'), 'pile', null)}
        </section>
      )}
      <section className="w-section">
        <h3>{t('charging.wall.answers')}</h3>
        <RecentCommands pileId={pile.id} />
      </section>
      {asking && (
        <CommandForm
          command={asking.command}
          target={{ pileId: pile.id, connector: asking.connector }}
          place={place}
          onDone={() => setAsking(null)}
        />
      )}
    </>
  )
}
