import {
  Ago,
  Decimal,
  DetailFrame,
  Dialog,
  Duration,
  ErrorState,
  Fact,
  Facts,
  Power,
  resourceKeys,
  Skeleton,
  type Stat,
  StatusTag,
  useLiveRefresh,
  useRecord,
  useWords,
  useZone,
  valueWord,
  When,
  WhenAndHowLong,
  useNow,
} from '@wattyard/console-kit'
import { businessDayOf } from '@wattyard/time'
import { type RunningOrder } from '../../contract/calls/live.ts'
import { order } from '../../contract/order.ts'
import { isReadingLive } from '../../contract/live.ts'
import { Ticking } from '../monitor/ticking.tsx'
import { OrderActions } from './order-actions.tsx'
import { Signs } from './signs.tsx'
import { OrderCurve } from './order-curve.tsx'
import { OrderLink } from './order-link.tsx'
import '../charging.css'

const MS_PER_S = 1_000
/** Time in ms for which events of a busy fleet are collected before a read. */
const GATHER_MS = 2_000

type OrderRecord = NonNullable<ReturnType<typeof useRecord<typeof order>>['data']>

interface OrderDrawerProps {
  id: string
  /** Live facts beyond the record; absent once the session is over. */
  running?: RunningOrder | undefined
  onClose: () => void
}

/** Draws one order over the page: its state, figures and commands, then its signs, its curves and its data. */
export function OrderDrawer({ id, running, onClose }: OrderDrawerProps) {
  const { t } = useWords()
  const { data: record, error, refetch } = useRecord(order, id)
  // A list beside it reads itself, not the record over it, which would count on after its session ended.
  useLiveRefresh([order.name], resourceKeys.record(order.name, id), GATHER_MS)
  return (
    <Dialog
      open
      kind="drawer"
      width={760}
      title={record ? String(record.orderNo) : t('charging.order.noun')}
      onClose={onClose}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : record ? (
        <OrderFrame record={record} running={running} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Dialog>
  )
}

interface ShownOrder {
  readonly record: OrderRecord
  readonly running: RunningOrder | undefined
}

function OrderFrame({ record, running }: ShownOrder) {
  const { t } = useWords()
  return (
    <DetailFrame
      label={t('charging.order.noun')}
      state={<OrderState record={record} running={running} />}
      stats={useOrderStats({ record, running })}
      tabs={[
        {
          key: 'overview',
          label: t('kit.tab.overview'),
          show: () => (
            <>
              {running && <Findings running={running} />}
              <OrderCurve id={record.id} most_W={record.ratedPower} />
            </>
          ),
        },
        { key: 'data', label: t('kit.tab.data'), show: () => <OrderFacts record={record} /> },
      ]}
    />
  )
}

function Findings({ running }: { running: RunningOrder }) {
  const { t } = useWords()
  return (
    <section className="w-section">
      <h3>{t('charging.page.signs')}</h3>
      {running.cases.length === 0 && <p className="w-quiet">{t('charging.monitorPage.noFinding')}</p>}
      <Signs order={running} />
    </section>
  )
}

/** Draws an order's state, its place and its time, the way to its page, and the commands that it allows now. */
function OrderState({ record, running }: ShownOrder) {
  const { t } = useWords()
  const { labels } = record
  // The server sends it beside the fields of the order.
  const { connectorName }: Readonly<Record<string, unknown>> = { ...record }
  const place = [
    labels['assets.station']?.[record.station],
    labels['assets.pile']?.[record.pile],
    typeof connectorName === 'string' ? connectorName : record.connectorNumber,
  ]
  return (
    <>
      <StatusTag of="charging.order.state" value={record.state} />
      <span>{place.filter(Boolean).join(' · ')}</span>
      <WhenAndHowLong from={record.startedAt} to={record.endedAt} />
      {running && (
        <span className="w-quiet">
          {t('charging.page.lastData')} <Ago at={running.lastFactAt} />
        </span>
      )}
      <OrderLink id={record.id}>{t('charging.page.toTrace')}</OrderLink>
      <OrderActions record={{ ...record }} />
    </>
  )
}

/** Returns the live figures of an order, or what it came to once it is over. Money that is not known yet is not zero. */
function useOrderStats({ record, running }: ShownOrder): readonly Stat[] {
  const { t } = useWords()
  const now = useNow()
  const isOver = record.endedAt !== null
  const isLive = !isOver && isReadingLive({ ...record, connectorState: running?.connectorState ?? null }, now)
  const energy: Stat = {
    key: 'energy',
    label: t('charging.order.energy'),
    figure: { kind: 'energy', value: isOver ? record.energy : record.liveEnergy },
  }
  const time: Stat = {
    key: 'time',
    label: t('charging.page.duration'),
    figure: {
      kind: 'shown',
      value:
        record.endedAt === null ? (
          <Ticking since={record.startedAt} />
        ) : (
          <Duration seconds={Math.max(0, Math.floor((record.endedAt - record.startedAt) / MS_PER_S))} />
        ),
    },
  }
  if (isOver) {
    const isSettled = record.state === 'settled'
    const amount = isSettled ? record.total : record.estimate
    return [
      energy,
      {
        key: 'amount',
        label: t(`charging.order.${isSettled ? 'total' : 'estimate'}`),
        figure: { kind: 'money', value: amount },
      },
      { key: 'maxPower', label: t('charging.order.maxPower'), figure: { kind: 'power', value: record.maxPower } },
      time,
    ]
  }
  return [
    {
      key: 'power',
      label: t('charging.page.power'),
      figure: { kind: 'power', value: isLive ? record.livePower : null },
      note: running?.ratedPower && (
        <>
          {'/ '}
          <Power watts={running.ratedPower} />
        </>
      ),
    },
    {
      key: 'soc',
      label: t('charging.page.soc'),
      figure: { kind: 'percent', value: isLive ? record.liveSoc : null },
    },
    energy,
    {
      key: 'amount',
      label: t('charging.monitorPage.amount'),
      figure: { kind: 'money', value: running?.amount ?? null },
      note: running?.amount && (
        <>
          {t('charging.order.electricity')} <Decimal kind="money" value={running.electricity} unit /> ·{' '}
          {t('charging.order.service')} <Decimal kind="money" value={running.service} unit />
        </>
      ),
    },
    time,
  ]
}

function OrderFacts({ record }: { record: OrderRecord }) {
  const words = useWords()
  const { t } = words
  return (
    <section className="w-section">
      <Facts>
        <Fact label={t('charging.order.startedAt')}>
          <When at={record.startedAt} />
        </Fact>
        <Fact label={t(record.endedAt === null ? 'charging.order.lastFactAt' : 'charging.order.endedAt')}>
          <When at={record.endedAt ?? record.lastFactAt} />
        </Fact>
        <BookedOn record={record} />
        {record.closeReason && (
          <Fact label={t('charging.order.closeReason')}>
            {t(`charging.order.closeReasonValue.${record.closeReason}`)}
          </Fact>
        )}
        {record.stopReason && (
          <Fact label={t('charging.order.stopReason')}>
            <span title={record.stopReason}>{valueWord(words, 'charging.order.stopReason', record.stopReason)}</span>
          </Fact>
        )}
        <Fact label={t('charging.order.startMethod')}>
          {t(`charging.order.startMethodValue.${record.startMethod}`)}
        </Fact>
        {record.transactionId && (
          <Fact label={t('charging.order.transactionId')}>
            <span className="w-mono">{record.transactionId}</span>
          </Fact>
        )}
      </Facts>
    </section>
  )
}

/** Draws the day in whose books the bill is. It is later than the day of the stop when that day was already closed. */
function BookedOn({ record }: { record: OrderRecord }) {
  const { t } = useWords()
  const zone = useZone()
  if (record.bookedOn === null || record.endedAt === null) return null
  const stoppedOn = businessDayOf(record.endedAt, zone)
  return (
    <Fact label={t('charging.order.bookedOn')}>
      <span className="w-num">{record.bookedOn}</span>
      {stoppedOn < record.bookedOn && (
        <small className="w-quiet"> {t('charging.page.bookedLater', { day: stoppedOn })}</small>
      )}
    </Fact>
  )
}
