import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  ChartCard,
  type ChartData,
  showClock,
  usePalette,
  useChosenStation,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { homeQueries } from './home-api.ts'

type Measure = 'energy' | 'revenue'
const MEASURES: readonly Measure[] = ['energy', 'revenue']

/** Draws energy or revenue per quarter of an hour, today against yesterday. */
export function LoadProfileCard() {
  const { t } = useWords()
  const { palette } = usePalette()
  const zone = useZone()
  const [measure, setMeasure] = useState<Measure>('energy')
  const course = useQuery(homeQueries.course(useChosenStation()))
  const { data } = course
  const chart = useMemo((): ChartData | undefined => {
    if (!data) return undefined
    const { today, yesterday } = data
    const longer = today.at.length > yesterday.at.length ? today : yesterday
    return {
      kind: 'area',
      labels: longer.at.map(at => showClock(at, zone).slice(0, 5)),
      left: { unit: measure === 'energy' ? 'kWh' : t('finance.home.yuan') },
      series: [
        // The running quarter is left out, because it would look like a drop.
        { name: t('finance.home.courseToday'), values: today[measure].slice(0, -1) },
        { name: t('finance.home.courseYesterday'), values: yesterday[measure], colour: palette.text3 },
      ],
    }
  }, [data, measure, zone, t, palette])
  return (
    <ChartCard
      title={t(`finance.home.courseOf.${measure}`)}
      query={course}
      data={chart}
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
