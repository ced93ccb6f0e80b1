// node scripts/run.mjs <file.ts> [arguments]: runs one of our programs with the pinned Node.
import { runChild } from './run-child.mjs'
import { ensureInstalled } from './setup.mjs'

ensureInstalled()
process.exit(await runChild(process.argv.slice(2)))
