// npm start: a fresh clone to a running product.
import { runChild } from './run-child.mjs'
import { ensureInstalled, serverFlags } from './setup.mjs'

ensureInstalled()
const built = await runChild(['scripts/build.mjs'])
process.exit(built || (await runChild([...serverFlags(), 'apps/server/main.ts', ...process.argv.slice(2)])))
