import { Chart, useWords } from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { MonitorAnswer } from '../../contract/calls/live.ts'
import { listed, type MonitorFilter } from './monitor-list.ts'
import { scatterOf } from './scatter-of.ts'

interface SessionScatterProps {
  answer: MonitorAnswer
  filter: MonitorFilter
  onOpen: (id: string) => void
}

/** Draws sessions by duration and energy: those that stand for long and take little are below the others. */
export function SessionScatter({ answer, filter, onOpen }: SessionScatterProps) {
  const { t } = useWords()
  const { text, station, flagged, sort, descending } = filter
  const { data, orders } = useMemo(() => {
    const list = listed(answer.list, { text, station, flagged, sort, descending }, answer.asOf)
    return scatterOf(list, answer.asOf, t)
  }, [answer, text, station, flagged, sort, descending, t])
  return (
    <div className="ch-scatter">
      <Chart
        title={t('charging.monitorPage.scatter')}
        hint={t('charging.monitorPage.scatterHint')}
        data={data}
        height={380}
        onPick={(index, series) => {
          const order = orders.get(series)?.[index]
          if (order) onOpen(order.id)
        }}
      />
    </div>
  )
}
