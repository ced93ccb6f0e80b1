import { GaugeChart, HeatmapChart, PieChart, SankeyChart, ScatterChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { use } from 'echarts/core'

// Kinds that few pages have: a page with lines and bars does not load them.
use([PieChart, HeatmapChart, ScatterChart, GaugeChart, SankeyChart, VisualMapComponent])
