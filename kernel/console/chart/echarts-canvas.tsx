import { BarChart, LineChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { connect, type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type RefObject, useContext, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { WallScale } from '../wall/wall-scale.ts'
import type { ChartData } from './chart-data.ts'
import { indexOf } from './cartesian-option.ts'
import { chartOption } from './chart-option.ts'
import type { Look } from './chart-parts.ts'
import { steppedWindow, WHOLE, type Window, type ZoomStep } from './stepped-window.ts'

// Registers the parts for lines and bars; `more-charts.ts` registers the other kinds.
use([
  LineChart,
  BarChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  LegendScrollComponent,
  MarkAreaComponent,
  MarkLineComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  AriaComponent,
  CanvasRenderer,
])

export interface ChartHandle {
  zoom(step: ZoomStep): void
  /**
   * Returns the chart as it is drawn now.
   * @param scale pixels of the picture for each pixel of the page
   */
  drawing(scale: number): HTMLCanvasElement | null
}

interface EchartsCanvasProps {
  /** Memoised by the caller: a new object is drawn again. */
  data: ChartData
  look: Look
  height: number
  /** Takes the whole height of its parent, which is at least `height`. */
  fills?: boolean | undefined
  handle: RefObject<ChartHandle | null>
  /** Charts with the same name share the pointer and the zoom. */
  together?: string | undefined
  onPick?: ((index: number, series: string) => void) | undefined
}

/** Draws a chart and follows the size of its element; while its tab is hidden (width 0) it does nothing. */
export function EchartsCanvas({ data, look, height, fills = false, handle, together, onPick }: EchartsCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const shown = useRef<Window>(WHOLE)
  const isDrawn = useRef(false)
  const scale = useContext(WallScale)
  const [width, setWidth] = useState<number>()
  // Only names of bands depend on the width: other charts are not made again when it changes.
  const widthOfBands = 'bands' in data && data.kind !== 'gauge' ? width : undefined

  useEffect(() => {
    const element = place.current
    if (!element) return
    // A wall draws the page larger: with the screen's density alone the chart would be blurred there.
    const mine = init(element, undefined, { devicePixelRatio: window.devicePixelRatio * scale })
    chart.current = mine
    if (together !== undefined) {
      mine.group = together
      connect(together)
    }
    mine.on('datazoom', () => {
      // the library's own option, where both are numbers
      const [first] = (mine.getOption() as { dataZoom?: Window[] }).dataZoom ?? []
      if (first) shown.current = { start: first.start, end: first.end }
    })
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      mine.resize()
      setWidth(element.clientWidth)
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      mine.dispose()
      chart.current = null
      isDrawn.current = false
    }
  }, [scale, together])

  useEffect(() => {
    const option = chartOption(data, widthOfBands === undefined ? look : { ...look, width: widthOfBands })
    // New values must keep the zoom that a person has set.
    const zooms = Array.isArray(option.dataZoom)
      ? option.dataZoom.map(one => ({ ...one, ...shown.current }))
      : undefined
    // After the first drawing, new values appear without animation: live ones would grow from zero every few seconds.
    const still = isDrawn.current ? { animation: false } : {}
    chart.current?.setOption({ ...option, ...still, ...(zooms ? { dataZoom: zooms } : {}) }, { notMerge: true })
    isDrawn.current = true
  }, [data, look, scale, together, widthOfBands])

  useEffect(() => {
    const mine = chart.current
    if (!mine || !onPick) return
    const pick = (event: { dataIndex: number; data?: unknown; seriesName?: string | undefined }): void => {
      const index = indexOf(event)
      if (index >= 0) onPick(index, event.seriesName ?? '')
    }
    mine.on('click', pick)
    return () => {
      mine.off('click', pick)
    }
  }, [onPick])

  useImperativeHandle(handle, () => ({
    zoom(step) {
      shown.current = steppedWindow(shown.current, step)
      chart.current?.dispatchAction({ type: 'dataZoom', ...shown.current })
    },
    drawing: scale => chart.current?.getRenderedCanvas({ pixelRatio: scale }) ?? null,
  }))

  return <div ref={place} style={fills ? { position: 'absolute', inset: 0 } : { height }} />
}
