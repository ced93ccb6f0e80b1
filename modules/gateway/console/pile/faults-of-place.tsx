import { LiveAge } from '@wattyard/assets/console'
import { useQuery } from '@tanstack/react-query'
import {
  Ago,
  api,
  AsOf,
  Duration,
  ErrorState,
  type LineColumn,
  LineList,
  linkToRecord,
  NO_VALUE,
  type SectionProps,
  Skeleton,
  StatusTag,
  useLiveRefresh,
  useWords,
  valueWord,
  When,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { type EndedFault, type FaultNow, type Faults, readFaults } from '../../contract/calls/fault.ts'
import { ResetBesideFault } from './reset-beside-fault.tsx'

const REFRESH_MS = 30_000
const LIVE_MS = 3_000
type Kind = 'station' | 'pile'

/** Reads the faults of a place, and follows states of its connectors. */
function useFaults(kind: Kind, id: string) {
  const key = ['gateway.connector', 'faults', kind, id]
  useLiveRefresh(['gateway.pile', 'gateway.connector'], key, LIVE_MS)
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(readFaults, { kind, id }, { signal, lane: 'page', quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

/** Creates the faults of a station or a pile: those of now, piles without connection, and those that ended last. */
const faultsOf = (kind: Kind) =>
  function FaultsOfPlace({ record }: SectionProps) {
    const faults = useFaults(kind, record.id)
    if (faults.error) return <ErrorState error={faults.error} onRetry={() => void faults.refetch()} />
    if (!faults.data) return <Skeleton lines={4} />
    const { now } = faults.data
    return (
      <>
        {kind === 'pile' && now.length > 0 && <ResetBesideFault pileId={record.id} code={String(record.code)} />}
        <Shown faults={faults.data} withPile={kind === 'station'} />
      </>
    )
  }

/** Draws the faults of a station's piles. */
export const FaultsOfStation = faultsOf('station')
/** Draws the faults of a pile. */
export const FaultsOfPile = faultsOf('pile')

/** Draws how many faults and outages a station has now, with the way to them. */
export function TroubleOfStation({ record }: SectionProps) {
  const { t } = useWords()
  const { data } = useFaults('station', record.id)
  if (!data) return <Skeleton lines={1} />
  const { now, offline } = data
  if (now.length === 0 && offline.length === 0) return <p className="w-quiet">{t('gateway.fault.noneNow')}</p>
  const way = linkToRecord('assets.station', record.id, 'alarms')
  return (
    <p className="w-row w-wrap">
      <span className="w-tag" data-tone={now.length > 0 ? 'bad' : 'idle'}>
        {t('gateway.fault.count', { count: now.length })}
      </span>
      <span className="w-tag" data-tone={offline.length > 0 ? 'wait' : 'idle'}>
        {t('gateway.fault.offlineCount', { count: offline.length })}
      </span>
      {way && (
        <Link className="w-inline-link" to={way}>
          {t('gateway.fault.toAlarms')}
        </Link>
      )}
    </p>
  )
}

function Shown({ faults: { now, offline, ended, asOf }, withPile }: { faults: Faults; withPile: boolean }) {
  const { t } = useWords()
  const columns = useFaultColumns(withPile)
  const endedColumns = useEndedColumns(withPile)
  return (
    <>
      <div className="w-row">
        <h4>{t('gateway.fault.now')}</h4>
        <AsOf at={asOf} />
      </div>
      {now.length === 0 ? (
        <p className="w-quiet">{t('gateway.fault.noneNow')}</p>
      ) : (
        <LineList rows={now} columns={columns} isWhole />
      )}
      {offline.map(({ pile, live, since }) => (
        <p key={pile.id} className="w-row w-wrap">
          <StatusTag of="assets.pile.live" value={live} />
          {withPile && <PileLink pile={pile} />}
          <span className="w-quiet">
            <Ago at={since} />
          </span>
        </p>
      ))}
      <h4>{t('gateway.fault.ended')}</h4>
      {ended.length === 0 ? (
        <p className="w-quiet">{t('gateway.fault.noneEnded')}</p>
      ) : (
        <LineList rows={ended} columns={endedColumns} isWhole />
      )}
    </>
  )
}

function PileLink({ pile: { id, code } }: Pick<FaultNow, 'pile'>) {
  const way = linkToRecord('assets.pile', id, 'alarms')
  return way ? (
    <Link className="w-inline-link" to={way}>
      {code}
    </Link>
  ) : (
    code
  )
}

/** Returns the columns that faults of now and ended ones share. */
function useNameColumns(withPile: boolean): readonly LineColumn<FaultNow>[] {
  const words = useWords()
  const { t } = words
  const head = (key: string) => ({ key, head: t(`gateway.fault.${key}`) })
  return [
    {
      ...head('code'),
      place: 'name',
      show: ({ code }) => <span title={code}>{valueWord(words, 'gateway.connector.error', code)}</span>,
    },
    { ...head('vendorCode'), className: 'w-mono', show: ({ vendorCode }) => vendorCode ?? NO_VALUE },
    ...(withPile ? [{ ...head('pile'), show: ({ pile }: FaultNow) => <PileLink pile={pile} /> }] : []),
    { ...head('connector'), className: 'w-num', show: ({ connector }) => connector ?? t('gateway.fault.wholePile') },
    { ...head('since'), show: ({ since }) => <When at={since} /> },
  ]
}

function useFaultColumns(withPile: boolean): readonly LineColumn<FaultNow>[] {
  const { t } = useWords()
  return [
    ...useNameColumns(withPile),
    { key: 'lasts', head: t('gateway.fault.lasts'), show: ({ since }) => <LiveAge since={since} /> },
    {
      key: 'info',
      head: t('gateway.fault.info'),
      place: 'wide',
      says: ({ info }) => info !== null,
      show: ({ info }) => info ?? NO_VALUE,
    },
  ]
}

function useEndedColumns(withPile: boolean): readonly LineColumn<EndedFault>[] {
  const { t } = useWords()
  return [
    ...useNameColumns(withPile),
    {
      key: 'lasted',
      head: t('gateway.fault.lasted'),
      className: 'w-num',
      show: ({ since, endedAt }) => <Duration seconds={Math.round((endedAt - since) / 1_000)} />,
    },
  ]
}
