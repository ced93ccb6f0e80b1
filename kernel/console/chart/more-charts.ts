import { GaugeChart, HeatmapChart, PieChart, SankeyChart, ScatterChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { use } from 'echarts/core'

/**
 * Makes the kinds known that few pages have: a page with lines and bars does not load them. It is a function because the
 * kit says that its files do nothing when they are loaded, so that the build leaves out one that is not called.
 */
export function knowMoreCharts(): void {
  use([PieChart, HeatmapChart, ScatterChart, GaugeChart, SankeyChart, VisualMapComponent])
}
