import {
  Ago,
  Count,
  ErrorState,
  type LineColumn,
  LineList,
  type SectionProps,
  Skeleton,
  StatusTag,
  useWords,
  valueWord,
  When,
} from '@wattyard/console-kit'
import type { ConnectorView, NamedConnector } from '../contract/calls/device.ts'
import { usePileNow } from './pile/use-pile-now.ts'

interface PileNowProps extends SectionProps {
  /** The head above tells of the connection and the last contact. */
  readonly isBelowHead?: boolean
}

/** Draws the current connection, device and connectors of a pile. */
export function PileNow({ record, isBelowHead = false }: PileNowProps) {
  const words = useWords()
  const { t } = words
  const query = usePileNow(record.id)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={3} />
  const { pile, connectors } = query.data
  if (!pile) return <p style={{ color: 'var(--w-text-2)' }}>{t('gateway.pilePage.neverConnected')}</p>
  return (
    <>
      <dl className="w-facts">
        <div>
          <dt>{t('gateway.pilePage.connection')}</dt>
          <dd>
            {isBelowHead ? (
              t('gateway.pilePage.since')
            ) : (
              <StatusTag of="gateway.pilePage.online" value={pile.online ? 'yes' : 'no'} />
            )}{' '}
            <Ago at={pile.online ? pile.connectedAt : pile.disconnectedAt} />
          </dd>
        </div>
        {!isBelowHead && (
          <div>
            <dt>{t('gateway.pilePage.lastSeen')}</dt>
            <dd>
              <Ago at={pile.lastSeenAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('gateway.pilePage.device')}</dt>
          <dd>{[pile.vendor, pile.model, pile.firmware].filter(Boolean).join(' · ') || '--'}</dd>
        </div>
        <div>
          <dt>{t('gateway.pilePage.protocol')}</dt>
          <dd>{pile.protocol ? valueWord(words, 'gateway.pilePage.protocol', pile.protocol) : '--'}</dd>
        </div>
        <div>
          <dt>{t('gateway.pilePage.skew')}</dt>
          <dd className="w-num">
            <Count value={pile.skewMs === null ? null : pile.skewMs / 1_000} decimals={1} />
            {pile.skewMs !== null && ' s'}
          </dd>
        </div>
        <div>
          <dt>{t('gateway.pilePage.badFrames')}</dt>
          <dd className="w-num">{pile.badFrames}</dd>
        </div>
      </dl>
      <Connectors connectors={connectors} />
    </>
  )
}

function Connectors({ connectors }: { connectors: readonly NamedConnector[] }) {
  const words = useWords()
  const { t } = words
  const errorOf = ({ error, vendorError, info }: ConnectorView): string =>
    [
      error && valueWord(words, 'gateway.connector.error', error),
      vendorError && t('gateway.pilePage.vendorError', { code: vendorError }),
      info,
    ]
      .filter(Boolean)
      .join(' · ')
  const head = (key: string) => ({ key, head: t(`gateway.pilePage.${key}`) })
  const columns: readonly LineColumn<NamedConnector & { id: string }>[] = [
    {
      key: 'number',
      head: t('assets.connector.number'),
      className: 'w-num',
      place: 'name',
      show: one => one.name,
    },
    {
      ...head('state'),
      place: 'beside',
      show: one => <StatusTag of="gateway.connector.state" value={one.state} />,
    },
    { ...head('since'), show: one => <When at={one.at} /> },
    {
      ...head('error'),
      place: 'wide',
      says: one => errorOf(one) !== '',
      show: one => <span title={one.error ?? undefined}>{errorOf(one) || '--'}</span>,
    },
  ]
  return <LineList rows={connectors.map(one => ({ ...one, id: String(one.connector) }))} columns={columns} />
}
