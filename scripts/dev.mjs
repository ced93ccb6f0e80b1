// npm run dev: server and console from their sources, each seen anew after an edit.
import { runChild } from './run-child.mjs'
import { ensureInstalled } from './setup.mjs'

ensureInstalled()
process.exit(await runChild(['scripts/dev/main.ts']))
