import {
  Decimal,
  Dialog,
  Duration,
  ErrorState,
  Fact,
  Facts,
  Power,
  Skeleton,
  StatusTag,
  useRecord,
  useWords,
  useZone,
  valueWord,
  When,
  useNow,
} from '@wattyard/console-kit'
import { businessDayOf } from '@wattyard/time'
import { type RunningOrder } from '../../contract/calls/live.ts'
import { order } from '../../contract/order.ts'
import { isReadingLive } from '../../contract/live.ts'
import { OrderActions } from './order-actions.tsx'
import { Signs } from './signs.tsx'
import { OrderCurve } from './order-curve.tsx'
import { OrderLink } from './order-link.tsx'
import '../charging.css'

type OrderRecord = NonNullable<ReturnType<typeof useRecord<typeof order>>['data']>

interface OrderDrawerProps {
  id: string
  /** Live facts beyond the record; absent once the session is over. */
  running?: RunningOrder | undefined
  onClose: () => void
}

/** Draws one order over the page: its present state, its commands, and its curves. */
export function OrderDrawer({ id, running, onClose }: OrderDrawerProps) {
  const { t } = useWords()
  const record = useRecord(order, id)
  return (
    <Dialog
      open
      kind="drawer"
      width={760}
      title={record.data ? String(record.data.orderNo) : t('charging.order.noun')}
      onClose={onClose}
    >
      {record.error ? (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      ) : record.data ? (
        <>
          <OrderActions record={{ ...record.data }} />
          <OrderFacts record={record.data} running={running} />
          {running && (
            <section className="w-section">
              <h3>{t('charging.page.signs')}</h3>
              {running.cases.length === 0 && <p className="w-quiet">{t('charging.monitorPage.noFinding')}</p>}
              <Signs order={running} />
            </section>
          )}
        </>
      ) : (
        <Skeleton lines={5} />
      )}
      <section className="w-section">
        <OrderCurve id={id} most_W={record.data?.ratedPower ?? null} />
      </section>
    </Dialog>
  )
}

function OrderFacts({ record, running }: { record: OrderRecord; running: RunningOrder | undefined }) {
  const words = useWords()
  const { t } = words
  const { labels } = record
  // The server sends it beside the fields of the order.
  const { connectorName }: Readonly<Record<string, unknown>> = { ...record }
  const now = useNow()
  const isOver = record.endedAt !== null
  const until = record.endedAt ?? record.lastFactAt
  return (
    <section className="w-section">
      <Facts>
        <Fact label={t('charging.order.state')}>
          <StatusTag of="charging.order.state" value={record.state} />
        </Fact>
        <Fact label={t('charging.order.pile')}>
          {labels['assets.station']?.[record.station]} · {labels['assets.pile']?.[record.pile]} ·{' '}
          {typeof connectorName === 'string' ? connectorName : record.connectorNumber}
        </Fact>
        <Fact label={t('charging.order.startedAt')}>
          <When at={record.startedAt} />
        </Fact>
        <Fact label={t(isOver ? 'charging.order.endedAt' : 'charging.order.lastFactAt')}>
          <When at={until} />{' '}
          <small className="w-quiet">
            <Duration seconds={Math.max(0, Math.round((until - record.startedAt) / 1_000))} />
          </small>
        </Fact>
        {!isOver && (
          <Fact label={t('charging.page.power')}>
            <Power
              watts={
                isReadingLive({ ...record, connectorState: running?.connectorState ?? null }, now)
                  ? record.livePower
                  : null
              }
            />
            {running?.ratedPower && (
              <span className="w-quiet">
                {' / '}
                <Power watts={running.ratedPower} />
              </span>
            )}
          </Fact>
        )}
        <Fact label={t('charging.order.energy')}>
          <Decimal kind="energy" value={isOver ? record.energy : record.liveEnergy} unit />
        </Fact>
        {running ? (
          <Fact label={t('charging.monitorPage.amount')}>
            <Decimal kind="money" value={running.amount} unit />
            <small className="w-quiet ch-fee">
              {t('charging.order.electricity')} <Decimal kind="money" value={running.electricity} unit /> ·{' '}
              {t('charging.order.service')} <Decimal kind="money" value={running.service} unit />
            </small>
          </Fact>
        ) : (
          <Fact label={t(record.state === 'settled' ? 'charging.order.total' : 'charging.order.estimate')}>
            <Decimal kind="money" value={record.state === 'settled' ? record.total : record.estimate} unit />
          </Fact>
        )}
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
        <Fact label={t('charging.order.transactionId')}>
          <span className="w-mono">{record.transactionId ?? '--'}</span>
        </Fact>
        <Fact label={t('charging.page.more')}>
          <OrderLink id={record.id}>{t('charging.page.toTrace')}</OrderLink>
        </Fact>
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
