import { useMutation, useQuery } from '@tanstack/react-query'
import {
  api,
  Chart,
  ErrorState,
  type SectionProps,
  showClock,
  Skeleton,
  toast,
  useInvalidate,
  useLiveRefresh,
  useMay,
  useWords,
  useZone,
  type ChartData,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState, useMemo } from 'react'
import { readSourceNow, type ShownValue } from '../../contract/calls/points.ts'
import { pointQueries } from './api.ts'
import { ValueTable } from './value-table.tsx'
import './points.css'

const DAY_MS = 86_400_000

/** Draws the latest values of a source, a reading on demand, and the chart of one value. */
export function SourceNow({ record }: SectionProps) {
  useLiveRefresh(['gateway.pointSource'], ['gateway.pointSource'])
  const values = useQuery(pointQueries.values(record.id))
  const [picked, setPicked] = useState<string | null>(null)
  if (values.error) return <ErrorState error={values.error} onRetry={() => void values.refetch()} />
  if (!values.data) return <Skeleton lines={4} />
  const { list } = values.data
  const chosen = list.find(one => one.key === picked)
  return (
    <div className="gw-pt-now">
      <ReadNow id={record.id} />
      <ValueTable values={list} picked={picked} onPick={key => setPicked(key === picked ? null : key)} />
      {chosen && <Course key={chosen.key} id={record.id} point={chosen} />}
    </div>
  )
}

function ReadNow({ id }: { id: string }) {
  const { t } = useWords()
  const may = useMay('gateway.pointSource:readNow')
  const invalidate = useInvalidate()
  const reading = useMutation({
    mutationFn: () => api.call(readSourceNow, { id }),
    async onSuccess({ problem, values }) {
      if (problem) toast.bad(t(`gateway.readProblem.${problem}`))
      else toast.good(t('gateway.points.readCount', { count: values.length }))
      await invalidate('gateway.pointSource')
    },
  })
  if (!may) return null
  return (
    <div>
      <Button loading={reading.isPending} onClick={() => reading.mutate()}>
        {t('gateway.pointSource.readNow')}
      </Button>
    </div>
  )
}

/** Number of readings above which a chart can be zoomed. */
const LONG = 40

function Course({ id, point }: { id: string; point: ShownValue }) {
  const { t } = useWords()
  const zone = useZone()
  // Read once: a window that moved with every keystroke would cause a request each time.
  const [to] = useState(() => Date.now() + 60_000)
  const readings = useQuery(pointQueries.readings(id, point.key, to - DAY_MS, to))
  const data = useMemo((): ChartData => {
    const list = readings.data?.list ?? []
    return {
      kind: 'line',
      labels: list.map(one => showClock(one.at, zone)),
      at: list.map(one => one.at),
      left: point.unit ? { unit: point.unit } : {},
      series: [{ name: point.name, values: list.map(one => one.value) }],
      zoom: list.length > LONG,
    }
  }, [readings.data, zone, point.unit, point.name])
  if (!readings.data) return <Skeleton lines={4} />
  return (
    <Chart
      title={`${point.name} · ${t('gateway.points.course')}`}
      data={data}
      empty={<p className="w-quiet">{t('gateway.points.noCourse')}</p>}
    />
  )
}
