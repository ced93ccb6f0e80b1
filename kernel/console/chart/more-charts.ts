import { GaugeChart, HeatmapChart, PieChart, SankeyChart, ScatterChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { use } from 'echarts/core'

/**
 * Registers the chart kinds that few pages use; a page with only lines and bars does not load them. It is a function because the
 * kit's package declares its files free of side effects, so the build drops a file whose exports are unused.
 */
export function knowMoreCharts(): void {
  use([PieChart, HeatmapChart, ScatterChart, GaugeChart, SankeyChart, VisualMapComponent])
}
