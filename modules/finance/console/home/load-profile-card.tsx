import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  ChartCard,
  type ChartData,
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
  const hint = [t('finance.home.courseHint'), data && periodsHint(data, t)]
  return (
    <ChartCard
      title={t(`finance.home.courseOf.${measure}`)}
      query={course}
      data={chart}
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
