// npm run check: types, lint, format, architecture.
import { ensureInstalled, step, tool } from './setup.mjs'

ensureInstalled()
step('types (server)', [tool('typescript', 'tsc'), '-p', 'tsconfig.json'])
step('types (console)', [tool('typescript', 'tsc'), '-p', 'tsconfig.console.json'])
step('types (journeys)', [tool('typescript', 'tsc'), '-p', 'tsconfig.journeys.json'])
step('lint', [tool('oxlint'), '--type-aware', '--quiet'])
step('format', [tool('@biomejs/biome', 'biome'), 'format', '.'])
step('architecture', [tool('vitest'), 'run', 'tests/architecture'])
