// node scripts/run.mjs <file.ts> [arguments]: runs one of our programs with the pinned Node.
import { spawn } from 'node:child_process'
import { ensureInstalled, pinnedEnvironment, pinnedNode, ROOT } from './setup.mjs'

ensureInstalled()
const child = spawn(pinnedNode(), process.argv.slice(2), { cwd: ROOT, stdio: 'inherit', env: pinnedEnvironment() })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
