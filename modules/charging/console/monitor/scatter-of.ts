import type { ChartData } from '@wattyard/console-kit'
import type { RunningOrder } from '../../contract/calls/live.ts'
import { isFlagged } from './monitor-list.ts'

const MINUTE_MS = 60_000

export interface SessionPoints {
  readonly data: ChartData
  /** Sessions of the points of each series, by its name. */
  readonly orders: ReadonlyMap<string, readonly RunningOrder[]>
}

/**
 * Returns sessions as points: minutes since the start and kWh so far, with a series of its own for those that need attention. A
 * session without a reading has no point.
 */
export function scatterOf(list: readonly RunningOrder[], now: number, t: (key: string) => string): SessionPoints {
  const orders = new Map<string, RunningOrder[]>([
    [t('charging.monitorPage.inOrder'), []],
    [t('charging.monitorPage.flagged'), []],
  ])
  for (const order of list) {
    if (order.energy === null) continue
    orders.get(t(`charging.monitorPage.${isFlagged(order, now) ? 'flagged' : 'inOrder'}`))?.push(order)
  }
  const data: ChartData = {
    kind: 'scatter',
    x: { name: t('charging.page.duration'), unit: 'min', decimals: 0 },
    y: { name: t('charging.order.energy'), unit: 'kWh' },
    series: [...orders]
      .filter(([, own]) => own.length > 0)
      .map(([name, own]) => ({
        name,
        points: own.map(({ orderNo, pile, connectorName, startedAt, energy }) => ({
          name: `${orderNo} · ${pile.code} · ${connectorName}`,
          x: Math.max(0, Math.floor((now - startedAt) / MINUTE_MS)),
          y: energy,
        })),
      })),
  }
  return { data, orders }
}
