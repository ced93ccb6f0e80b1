import {
  api,
  AsOf,
  EmptyState,
  ErrorState,
  type SectionProps,
  Skeleton,
  StatusTag,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { connectorsNow } from '../contract/index.ts'

const REFRESH_MS = 15_000

/** Draws the number of a station's connectors in each state, with a link to the live wall. */
export function ConnectorsNow({ record }: SectionProps) {
  const { t } = useWords()
  useLiveRefresh(['gateway.connector'], ['assets.connector'])
  const now = useQuery({
    queryKey: ['assets.connector', 'portInfo', record.id],
    queryFn: ({ signal }) => api.call(connectorsNow, { id: record.id }, { signal, lane: 'page', quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  if (now.error) return <ErrorState error={now.error} onRetry={() => void now.refetch()} />
  if (!now.data) return <Skeleton lines={2} />
  if (now.data.list.length === 0) return <EmptyState title={t('assets.stationPage.noConnectors')} />
  return (
    <div className="w-row" style={{ flexWrap: 'wrap', gap: 12 }}>
      <span className="w-quiet">{t('assets.stationPage.connectorsNow')}</span>
      {Object.entries(now.data.counts).map(([state, count]) => (
        <span key={state} className="w-row" style={{ gap: 6 }}>
          <StatusTag of="gateway.connector.state" value={state} />
          <b className="w-num">{count}</b>
        </span>
      ))}
      <Link className="w-inline-link" to={`/device/deviceView?station=${record.id}`}>
        {t('assets.stationPage.toWall')}
      </Link>
      <AsOf at={now.data.asOf} />
    </div>
  )
}
