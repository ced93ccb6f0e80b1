// npm start: a fresh clone to a running product.
import { runChild } from './run-child.mjs'
import { ensureInstalled, serverFlags } from './setup.mjs'

const HELP = `npm start [-- --help]

Installs missing packages, builds the console, starts the product, and prints its addresses and the first sign-in.
Settings are environment variables:

  PORT               port of the console and of the piles (8080)
  HOST               address to listen on (127.0.0.1)
  WATTYARD_DATA      data folder (./data)
  DATABASE_URL       a PostgreSQL of your own; without it the product starts its own in the data folder
  WATTYARD_PROFILE   demo, development or production (demo)

All others stand in apps/server/environment.ts. Commands of the command line: npm run -s wattyard -- help`

const words = process.argv.slice(2)
if (words.some(word => word === '--help' || word === '-h')) {
  console.log(HELP)
  process.exit(0)
}
// A word that nobody reads would start the product with another data folder or port than was meant.
if (words.length > 0) {
  console.error(`npm start takes no arguments: ${words.join(' ')}\n\n${HELP}`)
  process.exit(2)
}

ensureInstalled()
const built = await runChild(['scripts/build.mjs'])
process.exit(built || (await runChild([...serverFlags(), 'apps/server/main.ts'])))
