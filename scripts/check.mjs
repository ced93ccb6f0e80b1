// npm run check: types, lint, format, architecture. With --changed: what concerns the change since main alone; with
// --resource device/station: what every resource must hold, asked of that one.
import { checkResource } from './check-resource.mjs'
import { ensureInstalled, step, tool } from './setup.mjs'

ensureInstalled()
if (process.argv.includes('--changed')) {
  step('', ['scripts/check-changed/main.ts'])
  process.exit(0)
}
const resource = process.argv.indexOf('--resource')
if (resource > 0) {
  checkResource(process.argv[resource + 1] ?? '')
  process.exit(0)
}
step('types (server)', [tool('typescript', 'tsc'), '-p', 'tsconfig.json'])
step('types (console)', [tool('typescript', 'tsc'), '-p', 'tsconfig.console.json'])
step('types (journeys)', [tool('typescript', 'tsc'), '-p', 'tsconfig.journeys.json'])
step('lint', [tool('oxlint'), '--type-aware', '--quiet'])
step('format', [tool('@biomejs/biome', 'biome'), 'format', '.'])
step('architecture', [tool('vitest'), 'run', 'tests/architecture'])
