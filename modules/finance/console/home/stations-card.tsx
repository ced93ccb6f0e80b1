import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  Count,
  Decimal,
  EmptyState,
  ErrorState,
  isOpenable,
  linkToRecord,
  NO_VALUE,
  Skeleton,
  useChosenStation,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { StationLive } from '@wattyard/assets/console'
import { availabilityOf } from '@wattyard/assets/contract'
import { Link } from 'react-router'
import type { Figure, HomeFigure, RankedStation } from '../../contract/index.ts'
import { addressOf, homeQueries } from './home-api.ts'

/** Piles by what they do, counted as wall and lists count them. */
const PILES: readonly HomeFigure[] = ['faults', 'offline', 'never', 'out']

/** Utilisation in percent that fills a bar at least: a station that hardly does anything must not look busy. */
const LEAST_SCALE = 5

/** Draws the stations that are used best today with their utilisation; for people who see no orders those first whose piles are usable least. */
export function StationsCard() {
  const { t } = useWords()
  const atStation = useChosenStation()
  const makesStations = useMay('assets.station:create')
  const stations = useQuery(homeQueries.stations(atStation))
  const { data: figures } = useQuery(homeQueries.figures(atStation))
  const { data, error, refetch } = stations
  // Widths of a drawing, so floats suffice; the figures beside it are exact.
  const best = Math.max(...(data?.list.map(({ utilisation }) => Number(utilisation ?? 0)) ?? []), LEAST_SCALE)
  const title = t(`finance.home.stationsBy.${data?.by ?? 'utilisation'}`)
  return (
    <section className="w-card fh-card" aria-labelledby="fh-stations">
      <header className="fh-head">
        <h2 id="fh-stations">{title}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {figures && <PileLine figures={figures.list} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} height={24} />}
      {data?.list.length === 0 && (
        <EmptyState
          title={t('finance.home.noStations')}
          text={t(makesStations ? 'finance.home.noStationsYet' : 'finance.home.noStationsText')}
        />
      )}
      {data && data.list.length > 0 && (
        <ol className="fh-stations">
          {data.list.map(station => (
            <Row key={station.id} station={station} best={best} />
          ))}
        </ol>
      )}
      {data && data.total > data.list.length && isOpenable('/device/station') && (
        <Link className="fh-all" to="/device/station">
          {t('finance.home.allStations', { count: data.total })}
        </Link>
      )}
    </section>
  )
}

/** Draws the number of piles in fault, offline and left out, as links to their rows. */
function PileLine({ figures }: { figures: readonly Figure[] }) {
  const { t } = useWords()
  const shown = figures.filter(
    ({ key, value }) => PILES.includes(key) && (key === 'faults' || key === 'offline' || Number(value) > 0),
  )
  if (shown.length === 0) return null
  return (
    <p className="fh-piles">
      {shown.map(({ key, value, link }) => {
        const face = (
          <>
            {t(`finance.home.figure.${key}`)} <Count value={Number(value)} />
          </>
        )
        const isTrouble = Number(value) > 0 && (key === 'faults' || key === 'offline')
        return isOpenable(link.path) ? (
          <Link key={key} to={addressOf(link)} data-tone={isTrouble ? key : undefined}>
            {face}
          </Link>
        ) : (
          <span key={key} data-tone={isTrouble ? key : undefined}>
            {face}
          </span>
        )
      })}
    </p>
  )
}

interface RowProps {
  station: RankedStation
  /** Utilisation that fills the bar, in percent. */
  best: number
}

function Row({ station: { id, name, live, lives, utilisation, revenue, energy }, best }: RowProps) {
  const { t } = useWords()
  const link = linkToRecord('assets.station', id)
  return (
    <li>
      <span className="fh-station-name w-clip">{link ? <Link to={link}>{name}</Link> : name}</span>
      <StationLive live={live} counts={lives} />
      {utilisation === undefined ? (
        <Availability usable={live === 'out' ? null : availabilityOf(lives)} />
      ) : (
        <>
          <span className="fh-share">
            <i aria-hidden="true">
              <b style={{ inlineSize: `${(100 * Number(utilisation ?? 0)) / best}%` }} />
            </i>
            <span>
              <span className="w-sr">{t('finance.home.figure.utilisation')} </span>
              {utilisation === null ? NO_VALUE : <Decimal kind="percent" value={utilisation} unit />}
            </span>
          </span>
          <span className="fh-money" title={t('finance.home.figure.revenue')}>
            <Decimal kind="money" value={revenue} unit />
          </span>
          <span className="fh-energy" title={t('finance.home.figure.energy')}>
            <Decimal kind="energy" value={energy} unit />
          </span>
        </>
      )}
    </li>
  )
}

/** Draws how many of the installed piles are usable, as a bar and in figures. */
function Availability({ usable: found }: { usable: ReturnType<typeof availabilityOf> }) {
  const { t } = useWords()
  return (
    <span className="fh-share" title={t('finance.home.usable')}>
      <i aria-hidden="true">{found && <b style={{ inlineSize: `${(100 * found.usable) / found.installed}%` }} />}</i>
      <span>
        <span className="w-sr">{t('finance.home.usable')} </span>
        {found ? (
          <>
            <Count value={found.usable} />
            <small className="w-quiet">
              {' '}
              / <Count value={found.installed} />
            </small>
          </>
        ) : (
          NO_VALUE
        )}
      </span>
    </span>
  )
}
