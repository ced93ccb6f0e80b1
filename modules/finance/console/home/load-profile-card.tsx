import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  ChartCard,
  type ChartData,
  EmptyState,
  type Palette,
  PERIOD_COLOURS,
  showClock,
  type Translate,
  useChosenStation,
  usePalette,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { MONEY_SIGN } from '@wattyard/resource'
import { QUARTER_MS } from '@wattyard/time'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { HomeDayKind, HomeLoadProfile } from '../../contract/index.ts'
import { homeQueries } from './home-api.ts'

type Measure = 'energy' | 'revenue'
const MEASURES: readonly Measure[] = ['energy', 'revenue']
/** Measure shown first, where it is not energy. */
const FIRST: Partial<Record<HomeDayKind, Measure>> = { finance: 'revenue', investor: 'revenue' }
const HEIGHT = 232

/** Draws energy or revenue per quarter of an hour, today against yesterday, over the price periods of the day. */
export function LoadProfileCard({ kind }: { kind: HomeDayKind }) {
  const { t } = useWords()
  const { palette } = usePalette()
  const zone = useZone()
  const [measure, setMeasure] = useState<Measure>(FIRST[kind] ?? 'energy')
  const course = useQuery(homeQueries.course(useChosenStation()))
  const { data } = course
  const chart = useMemo(
    () => (data ? chartOf(data, measure, { t, palette, clock: at => showClock(at, zone).slice(0, 5) }) : undefined),
    [data, measure, zone, t, palette],
  )
  const begins = data ? firstFiguresAt(data) : null
  const hint = [t('finance.home.courseHint'), data && periodsHint(data, t)]
  return (
    <ChartCard
      title={t(`finance.home.courseOf.${measure}`)}
      query={course}
      data={begins === null ? chart : NOTHING_YET}
      empty={
        begins !== null && (
          <EmptyState title={t('finance.home.courseBegins', { time: showClock(begins, zone).slice(0, 5) })} />
        )
      }
      height={HEIGHT}
      fills
      hint={hint.filter(Boolean).join(' ')}
      head={
        <>
          <Segmented<Measure>
            size="small"
            value={measure}
            onChange={setMeasure}
            aria-label={t('finance.home.course')}
            options={MEASURES.map(one => ({ value: one, label: t(`finance.home.figure.${one}`) }))}
          />
          {data && <AsOf at={data.asOf} staleAfterS={90} />}
        </>
      }
    />
  )
}

const NOTHING_YET: ChartData = { kind: 'area', labels: [], series: [], left: {} }

const isSome = (values: readonly string[]): boolean => values.some(value => Number(value) !== 0)

/**
 * Returns when the curve gets its first figures: the end of the running quarter, where that is the first with any. Until then the
 * grid would be empty beside figures of today that are not.
 */
export function firstFiguresAt({ today, yesterday }: Pick<HomeLoadProfile, 'today' | 'yesterday'>): number | null {
  const running = today.at.at(-1)
  const isRunning = MEASURES.some(measure => isSome(today[measure].slice(-1)))
  const isPast = MEASURES.some(measure => isSome([...today[measure].slice(0, -1), ...yesterday[measure]]))
  return running !== undefined && isRunning && !isPast ? running + QUARTER_MS : null
}

/** Says whose price periods are behind the curve, or why there are none. */
export function periodsHint({ prices, mayReadPrices }: HomeLoadProfile, t: Translate): string {
  if (prices) return t('finance.home.periodsHint', { count: prices.stations, all: prices.of })
  return t(mayReadPrices ? 'finance.home.noPeriods' : 'finance.home.periodsClosed')
}

interface Drawn {
  t: Translate
  palette: Palette
  clock: (at: number) => string
}

/** Returns the whole day as an axis: what has passed of today, yesterday, the price periods behind them, and now. */
export function chartOf(
  { today, yesterday, until, prices, asOf }: HomeLoadProfile,
  measure: Measure,
  { t, palette, clock }: Drawn,
): ChartData {
  const from = today.at[0] ?? asOf
  const at = Array.from({ length: Math.round((until - from) / QUARTER_MS) }, (_, index) => from + index * QUARTER_MS)
  // The running quarter is left out, because it would look like a drop.
  const passed = today[measure].slice(0, -1)
  return {
    kind: 'area',
    labels: at.map(clock),
    at,
    left: { unit: measure === 'energy' ? 'kWh' : MONEY_SIGN },
    series: [
      { name: t('finance.home.courseToday'), values: at.map((_, index) => passed[index] ?? null) },
      {
        name: t('finance.home.courseYesterday'),
        values: at.map((_, index) => yesterday[measure][index] ?? null),
        as: 'line',
        colour: palette.text3,
      },
    ],
    moments: [{ at: asOf, name: t('finance.home.nowAt', { time: clock(asOf) }) }],
    ...(prices
      ? {
          bands: {
            name: t('finance.home.pricePeriod'),
            list: prices.periods.map(({ from: begin, to, period }) => ({
              from: begin,
              to,
              name: t(`finance.bill.period.${period}`),
              colour: PERIOD_COLOURS[period],
            })),
          },
        }
      : {}),
  }
}
