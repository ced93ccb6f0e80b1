import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  changeOf,
  Count,
  Decimal,
  ErrorState,
  isOpenable,
  Power,
  type Translate,
  showInstant,
  showNumber,
  Skeleton,
  type Stat,
  StatGrid,
  useChosenStation,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Figure } from '../../contract/index.ts'
import { addressOf, homeQueries, shownFigure } from './home-api.ts'

/** Rows of the comparison below the revenue; `NOW` has the present values. */
const COMPARED = ['energy', 'orders'] as const
const NOW = ['charging', 'power', 'faults', 'offline'] as const
/** Piles that count neither as a fault nor as offline. */
const LEFT_OUT = ['never', 'out'] as const

/** Draws today's figures against the same time of yesterday and of the same weekday last week. */
export function TodayCard() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery(homeQueries.figures(useChosenStation()))
  const byKey = new Map(data?.list.map(figure => [figure.key, figure]))
  const pick = (keys: readonly string[]): Figure[] => keys.flatMap(key => byKey.get(key) ?? [])
  const revenue = byKey.get('revenue')
  const now = pick(NOW)
  // A person who may read none of the figures gets no card.
  if (data?.list.length === 0) return null
  return (
    <section className="w-card fh-card fh-today" aria-labelledby="fh-today">
      <header className="fh-head">
        <h2 id="fh-today">{t('finance.home.today')}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} height={20} />}
      {revenue && <Hero revenue={revenue} parts={pick(['electricity', 'service'])} />}
      {revenue && <Comparison figures={pick(COMPARED)} />}
      {now.length > 0 && (
        <>
          <h3 className="fh-part">{t('finance.home.now')}</h3>
          <StatGrid label={t('finance.home.now')} look="plain" stats={now.map(figure => statOf(figure, t))} />
          <LeftOut figures={pick(LEFT_OUT)} />
        </>
      )}
    </section>
  )
}

/** Names the piles that the figures leave out, as links to their rows; draws nothing when there are none. */
function LeftOut({ figures }: { figures: readonly Figure[] }) {
  const { t } = useWords()
  const some = figures.filter(({ value }) => Number(value) > 0)
  if (some.length === 0) return null
  return (
    <p className="fh-left-out w-quiet">
      {t('finance.home.leftOut')}
      {some.map(figure => (
        <Down key={figure.key} figure={figure}>
          {t(`finance.home.figure.${figure.key}`)} <Value figure={figure} />
        </Down>
      ))}
    </p>
  )
}

function statOf({ key, unit, value, silent = 0, link }: Figure, t: Translate): Stat {
  return {
    key,
    label: t(`finance.home.figure.${key}`),
    figure: shownFigure(unit, value),
    tone: Number(value) === 0 ? undefined : key === 'faults' ? 'bad' : key === 'offline' ? 'wait' : undefined,
    note: silent > 0 && t('finance.home.silent', { count: silent }),
    to: isOpenable(link.path) ? addressOf(link) : undefined,
  }
}

function Hero({ revenue, parts }: { revenue: Figure; parts: readonly Figure[] }) {
  const { t } = useWords()
  // Widths of a drawing, so floats suffice; the amounts beside it are exact.
  const sizes = parts.map(part => Number(part.value))
  const sum = sizes.reduce((total, size) => total + size, 0)
  return (
    <div className="fh-hero">
      <span className="fh-hero-label">{t('finance.home.figure.revenue')}</span>
      <div className="fh-hero-line">
        <Down figure={revenue} className="fh-hero-value">
          <small>¥</small>
          <Value figure={revenue} />
        </Down>
        <dl>
          <div>
            <dt>{t('finance.home.yesterday')}</dt>
            <dd>
              <Before figure={revenue} before={revenue.yesterday} />
            </dd>
          </div>
          <div>
            <dt>{t('finance.home.lastWeek')}</dt>
            <dd>
              <Before figure={revenue} before={revenue.lastWeek} />
            </dd>
          </div>
        </dl>
      </div>
      <div className="fh-split" aria-hidden="true">
        {sum > 0 &&
          parts.map((part, index) => (
            <i key={part.key} data-part={part.key} style={{ inlineSize: `${(100 * (sizes[index] ?? 0)) / sum}%` }} />
          ))}
      </div>
      <div className="fh-parts">
        {parts.map(part => (
          <Down key={part.key} figure={part}>
            <i data-part={part.key} aria-hidden="true" />
            {t(`finance.home.figure.${part.key}`)} <Value figure={part} />
          </Down>
        ))}
      </div>
    </div>
  )
}

function Comparison({ figures }: { figures: readonly Figure[] }) {
  const { t } = useWords()
  return (
    <table className="fh-compare">
      <caption className="w-sr">{t('finance.home.today')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="w-sr">{t('finance.home.measure')}</span>
          </th>
          <th scope="col">{t('finance.home.soFar')}</th>
          <th scope="col">{t('finance.home.yesterday')}</th>
          <th scope="col">{t('finance.home.lastWeek')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(figure => (
          <tr key={figure.key}>
            <th scope="row">{t(`finance.home.figure.${figure.key}`)}</th>
            <td>
              <Down figure={figure}>
                <Value figure={figure} />
              </Down>
            </td>
            <td>
              <Before figure={figure} before={figure.yesterday} />
            </td>
            <td>
              <Before figure={figure} before={figure.lastWeek} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Draws the former value and the change. More is neither good nor bad here, so it has no colour. */
function Before({ figure, before }: { figure: Figure; before: string | number | undefined }) {
  const { t, language } = useWords()
  if (before === undefined) return null
  const { kind, value } = shownFigure(figure.unit, figure.value)
  const change = changeOf(kind, value, shownFigure(figure.unit, before).value)
  if (change === null)
    return (
      <span className="w-quiet" title={t('finance.home.noCompare')}>
        –
      </span>
    )
  const { tenths, direction } = change
  const sign = { more: '+', less: '−', same: '±' }[direction]
  return (
    <span className="fh-before">
      <Value figure={{ ...figure, value: before }} />
      {tenths !== null && <small>{`${sign}${showNumber(tenths / 10, language, tenths < 1000 ? 1 : 0)} %`}</small>}
    </span>
  )
}

function Value({ figure: { unit, value } }: { figure: Figure }) {
  if (unit === 'yuan') return <Decimal kind="money" value={value} />
  if (unit === 'watt') return <Power watts={value} />
  if (unit === 'count') return <Count value={Number(value)} />
  // One decimal of a kWh suffices here; the rows behind it have all four.
  return (
    <span>
      <Count value={Number(value)} decimals={1} />
      <small className="w-quiet"> kWh</small>
    </span>
  )
}

interface DownProps {
  figure: Figure
  className?: string
  children: ReactNode
}

/** Draws a figure as a link to its rows, when this person may open them. */
function Down({ figure, className = 'fh-down', children }: DownProps) {
  const { t } = useWords()
  const zone = useZone()
  const title = t('finance.home.rowsAsOf', { time: showInstant(figure.asOf, zone) })
  if (!isOpenable(figure.link.path))
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )
  return (
    <Link to={addressOf(figure.link)} className={className} title={title}>
      {children}
    </Link>
  )
}
