import { useQuery } from '@tanstack/react-query'
import { AsOf, Chart, ErrorState, showClock, Skeleton, usePalette, useWords, useZone } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { HomeCourse } from '../../contract/index.ts'
import { homeQueries } from './home-api.ts'

type Measure = 'energy' | 'revenue'
const MEASURES: readonly Measure[] = ['energy', 'revenue']

/** Energy or revenue per quarter of an hour, today against yesterday. */
export function CourseCard() {
  const { t } = useWords()
  const { palette } = usePalette()
  const zone = useZone()
  const [measure, setMeasure] = useState<Measure>('energy')
  const { data, error, refetch } = useQuery(homeQueries.course)
  const drawn = useMemo(() => data && drawnOf(data, measure, zone), [data, measure, zone])
  const series = useMemo(
    () =>
      drawn
        ? [
            { name: t('finance.home.courseToday'), values: drawn.today },
            { name: t('finance.home.courseYesterday'), values: drawn.yesterday, colour: palette.text3 },
          ]
        : [],
    [drawn, t, palette],
  )
  return (
    <section className="w-card fh-card fh-course" aria-label={t('finance.home.course')}>
      <header className="fh-head">
        <Segmented<Measure>
          size="small"
          value={measure}
          onChange={setMeasure}
          aria-label={t('finance.home.course')}
          options={MEASURES.map(one => ({ value: one, label: t(`finance.home.figure.${one}`) }))}
        />
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} height={20} />}
      {drawn && (
        <Chart
          kind="area"
          title={t(`finance.home.courseOf.${measure}`)}
          labels={drawn.labels}
          series={series}
          unit={measure === 'energy' ? 'kWh' : t('finance.home.yuan')}
          height={260}
        />
      )}
    </section>
  )
}

/** Decimal texts as points of a picture. The quarter that still runs is no point yet: it would look like a fall. */
function drawnOf({ today, yesterday }: HomeCourse, measure: Measure, zone: string) {
  const points = (texts: readonly string[]): number[] => texts.map(Number)
  const longer = today.at.length > yesterday.at.length ? today : yesterday
  return {
    labels: longer.at.map(at => showClock(at, zone).slice(0, 5)),
    today: points(today[measure].slice(0, -1)),
    yesterday: points(yesterday[measure]),
  }
}
