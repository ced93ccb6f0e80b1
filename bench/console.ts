import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './harness/product.ts'
import type { Figure } from './harness/report.ts'
import { insist, type Scenario } from './harness/scenario.ts'

const LINE = /^\s*(ok|OVER)\s+([\d.]+ KiB)\s+of\s+(\d+)\s+(.+)$/

/** Bytes of the built console, read from the build's manifest by the script that CI runs. */
async function run(): Promise<Figure[]> {
  if (!existsSync(join(ROOT, 'dist/console/.vite/manifest.json'))) {
    console.log('   the console is not built: npm run build')
    return []
  }
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/console-budget.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const figures = stdout.split('\n').flatMap((line): Figure[] => {
    const found = LINE.exec(line)
    return found
      ? [
          {
            scenario: 'console',
            what: `${found[4]}, JavaScript gz`,
            value: found[2] ?? '',
            target: `≤ ${found[3]} KiB`,
            met: found[1] === 'ok',
          },
        ]
      : []
  })
  insist(figures.length > 0, `no sizes were read: ${stderr}`)
  return figures
}

export const consoleScenario: Scenario = { name: 'console', about: 'bytes of the built console', run }
