import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkListening } from '@wattyard/identity/server'
import {
  BackupFault,
  DataFolderInUse,
  outsideTransaction,
  RestoreUnfinished,
  SchemaMismatch,
} from '@wattyard/server-kit'
import closeWithGrace from 'close-with-grace'
import { announce } from './announce.ts'
import { readEnvironment } from './environment.ts'
import { ROOT } from './open-database.ts'
import { productVersion } from './product-version.ts'
import { startServer } from './start-server.ts'

const DRAIN_MS = 10_000

async function main(): Promise<void> {
  const started = performance.now()
  const env = readEnvironment()
  checkListening({ profile: env.profile, host: env.host, tls: env.tls !== null })
  const server = await startServer(env, productVersion(ROOT))
  closeWithGrace({ delay: DRAIN_MS, logger: false }, async ({ err }) => {
    if (err) server.log.fatal({ err }, 'stopping after an unexpected error')
    await outsideTransaction(() => server.stop())
  })
  announce(env, server, {
    ready_ms: performance.now() - started,
    consoleBuilt: existsSync(join(ROOT, 'dist/console/index.html')),
  })
}

main().catch((error: unknown) => {
  const expected =
    error instanceof DataFolderInUse ||
    error instanceof SchemaMismatch ||
    error instanceof RestoreUnfinished ||
    error instanceof BackupFault
  // oxlint-disable-next-line no-console -- the log may not exist yet; this is what the person at the terminal reads
  console.error(expected ? error.message : error)
  process.exit(1)
})
