import { useQuery } from '@tanstack/react-query'
import { NEVER_CONNECTED, pile } from '@wattyard/assets/contract'
import {
  Ago,
  api,
  AsOf,
  EmptyState,
  ErrorState,
  isOpenable,
  linkToRecord,
  Skeleton,
  StatusTag,
  useList,
  useLiveRefresh,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { listPilesWithoutKey } from '@wattyard/gateway/contract'
import { Link } from 'react-router'

const SHOWN = 6
const REFRESH_MS = 5_000

/** Where all of them are listed. */
const LIST = `/device/devicePole?${new URLSearchParams({
  'f.reported': NEVER_CONNECTED.reported.join(','),
  'f.live': NEVER_CONNECTED.live.join(','),
}).toString()}`

/**
 * Draws the piles that have not connected yet, those registered first on top: which of them are not in service, and which have no
 * key.
 */
export function NewPilesCard() {
  const { t } = useWords()
  useLiveRefresh(['assets.pile'], ['assets.pile'], REFRESH_MS)
  const { data, error, refetch } = useList(pile, {
    page: 1,
    pageSize: SHOWN,
    sort: 'createdAt',
    'filter.reported': [...NEVER_CONNECTED.reported],
    'filter.live': [...NEVER_CONNECTED.live],
  })
  const withoutKey = usePilesWithoutKey()
  const stations = data?.labels['assets.station']
  return (
    <section className="w-card fh-card" aria-labelledby="fh-new-piles">
      <header className="fh-head">
        <h2 id="fh-new-piles">{t('finance.home.newPiles.title')}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} height={24} />}
      {data?.list.length === 0 && <EmptyState title={t('finance.home.newPiles.none')} />}
      {data && data.list.length > 0 && (
        <ul className="fh-lines">
          {data.list.map(({ id, code, station, live, createdAt }) => {
            const link = linkToRecord('assets.pile', id)
            return (
              <li key={id}>
                <b className="fh-line-name">{link ? <Link to={link}>{code}</Link> : code}</b>
                <span className="fh-line-what">
                  {stations?.[station]} {live === 'out' && <StatusTag of="assets.pile.live" value={live} />}{' '}
                  {withoutKey.has(id) && (
                    <span className="w-tag" data-tone="wait">
                      {t('finance.home.newPiles.noKey')}
                    </span>
                  )}
                </span>
                <span className="fh-line-when w-quiet">
                  {t('finance.home.newPiles.registered')} <Ago at={createdAt} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {data && data.total > data.list.length && isOpenable('/device/devicePole') && (
        <Link className="fh-all" to={LIST}>
          {t('finance.home.newPiles.all', { count: data.total })}
        </Link>
      )}
    </section>
  )
}

/** Returns the ids of piles that cannot connect without a key; none for people who may not make keys. */
function usePilesWithoutKey(): ReadonlySet<string> {
  const mayMake = useMay('gateway.credential:create')
  const { data } = useQuery({
    queryKey: ['gateway.credential', 'without'],
    queryFn: ({ signal }) => api.call(listPilesWithoutKey, {}, { signal, lane: 'page', quiet: true }),
    enabled: mayMake,
  })
  return new Set(data?.list.map(one => one.pile))
}
