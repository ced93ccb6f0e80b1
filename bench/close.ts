import { measureOnEmbedded } from '@wattyard/finance/testing'
import { type Figure, places, whole } from './harness/report.ts'
import type { RunOptions, Scenario } from './harness/scenario.ts'

async function run({ quick }: RunOptions): Promise<Figure[]> {
  const orders = quick ? 1_000 : 100_000
  const figures = await measureOnEmbedded(orders)
  const scenario = `day close, ${whole(orders)} orders`
  return [
    {
      scenario,
      what: 'gate, books shut, bills, trial balance, Merkle root, signature',
      value: `${places(figures.total_ms / 1_000, 1)} s`,
      target: '≤ 10 s',
      met: figures.total_ms <= 10_000,
    },
    {
      scenario,
      what: 'proving the closed day again',
      value: `${places(figures.verify_ms / 1_000, 1)} s`,
      target: '',
      met: null,
    },
  ]
}

export const closeScenario: Scenario = { name: 'close', about: 'the day is closed, sealed and proved', run }
