import { type Figure, machine, table, writeReadme } from './harness/report.ts'
import type { Scenario } from './harness/scenario.ts'
import { ageing } from './ageing.ts'
import { backupScenario } from './backup.ts'
import { browserScenario } from './browser.ts'
import { closeScenario } from './close.ts'
import { consoleScenario } from './console.ts'
import { hostile } from './hostile.ts'
import { idle } from './idle.ts'
import { ingest } from './ingest.ts'
import { log } from './log.ts'
import { orders } from './orders.ts'
import { permission } from './permission.ts'
import { reconcile } from './reconcile.ts'
import { storm } from './storm.ts'
import { tasksScenario } from './tasks.ts'

const SCENARIOS: readonly Scenario[] = [
  ingest,
  idle,
  storm,
  hostile,
  orders,
  ageing,
  backupScenario,
  closeScenario,
  consoleScenario,
  browserScenario,
  tasksScenario,
  log,
  permission,
  reconcile,
]
const USAGE = `npm run bench -- [${SCENARIOS.map(one => one.name).join(' | ')}]… [--quick] [--write]

  --quick   small and short: shows that the scenarios work
  --write   puts the table into README.md between its markers
`

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const flags = new Set(words.filter(word => word.startsWith('--')))
  const names = words.filter(word => !word.startsWith('--'))
  const unknown = [
    ...names.filter(name => !SCENARIOS.some(one => one.name === name)),
    ...[...flags].filter(flag => flag !== '--quick' && flag !== '--write'),
  ]
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(', ')}\n\n${USAGE}`)
    process.exit(2)
  }
  const quick = flags.has('--quick')
  const chosen = SCENARIOS.filter(one => names.length === 0 || names.includes(one.name))
  console.log(`${machine()}${quick ? ' (quick: figures mean nothing)' : ''}\n`)
  const figures: Figure[] = []
  const failures: string[] = []
  for (const scenario of chosen) {
    console.log(`── ${scenario.name}: ${scenario.about}`)
    try {
      figures.push(...(await scenario.run({ quick })))
    } catch (error) {
      failures.push(scenario.name)
      console.error(error)
    }
  }
  const text = table(figures)
  console.log(`\n${text}\n`)
  if (failures.length > 0) console.error(`failed: ${failures.join(', ')}`)
  if (flags.has('--write') && failures.length === 0)
    writeReadme(`\n${machine()}; ${new Date().toISOString().slice(0, 10)}.\n\n${text}\n`)
  process.exit(failures.length > 0 ? 1 : 0)
}

await main()
