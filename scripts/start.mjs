// npm start: a fresh clone to a running product.
import { spawn } from 'node:child_process'
import { ensureInstalled, pinnedEnvironment, pinnedNode, ROOT, serverFlags, step } from './setup.mjs'

ensureInstalled()
step('', ['scripts/build.mjs'])
const child = spawn(pinnedNode(), [...serverFlags(), 'apps/server/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: pinnedEnvironment(),
})
// The terminal sends its signals to the child too; waiting for it keeps the shut-down orderly.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
