import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

// The only place that loads the chart library: exactly the four kinds and what they need.
use([
  LineChart,
  BarChart,
  PieChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  LegendScrollComponent,
  VisualMapComponent,
  AriaComponent,
  CanvasRenderer,
])

interface EchartsCanvasProps {
  option: EChartsCoreOption
  height: number
  onPick?: ((index: number, series: string) => void) | undefined
}

/** Draws an option and follows the size of its place; while its tab is hidden (width 0) it does nothing. */
export function EchartsCanvas({ option, height, onPick }: EchartsCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const mine = init(element)
    chart.current = mine
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth > 0) mine.resize()
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      mine.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])

  useEffect(() => {
    const mine = chart.current
    if (!mine || !onPick) return
    const pick = (event: { dataIndex: number; seriesName?: string | undefined }): void =>
      onPick(event.dataIndex, event.seriesName ?? '')
    mine.on('click', pick)
    return () => {
      mine.off('click', pick)
    }
  }, [onPick])

  return <div ref={place} style={{ height }} />
}
