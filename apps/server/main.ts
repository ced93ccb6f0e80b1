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
import { onShutdownRequest } from './on-shutdown-request.ts'
import { readEnvironment } from './environment.ts'
import { OtherSecrets } from './whose-secrets/known-secrets.ts'
import { StandInRefused } from './refuse-stand-in.ts'
import { ROOT } from './root.ts'
import { productVersion } from './product-version.ts'
import { startServer } from './start-server.ts'

/** Time for a shutdown. With the engine's own five seconds (guardian.ts), every process has ended after 15 s. */
const DRAIN_MS = 8_000
/** Exit code of a program ended by SIGINT, as shells report it. */
const ENDED_AT_START = 130

async function main(): Promise<void> {
  const started = performance.now()
  // Before the product runs there is nothing to shut down in order.
  let end = (_why: string): void => process.exit(ENDED_AT_START)
  onShutdownRequest(why => end(why))
  const env = readEnvironment()
  checkListening({ profile: env.profile, host: env.host, tls: env.tls !== null, saysProxy: env.saysProxy })
  // A request between listening and the start of the jobs is kept until the server can stop in order.
  let early: string | null = null
  const server = await startServer(env, productVersion(ROOT), () => {
    end = why => {
      early = why
    }
  })
  // The library handles errors only. It would treat a second signal, which a terminal and a launcher send, as a request to die at
  // once.
  const grace = closeWithGrace(
    {
      delay: DRAIN_MS,
      logger: false,
      skip: [
        'SIGHUP',
        'SIGINT',
        'SIGQUIT',
        'SIGILL',
        'SIGTRAP',
        'SIGABRT',
        'SIGBUS',
        'SIGFPE',
        'SIGSEGV',
        'SIGUSR2',
        'SIGTERM',
      ],
    },
    async ({ err }) => {
      if (err) server.log.fatal({ err }, 'stopping after an unexpected error')
      await outsideTransaction(() => server.stop())
    },
  )
  end = why => {
    server.log.info({ why }, 'stopping')
    grace.close()
  }
  if (early !== null) return end(early)
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
    error instanceof StandInRefused ||
    error instanceof OtherSecrets ||
    error instanceof BackupFault
  // oxlint-disable-next-line no-console -- the log may not exist yet; this is what the person at the terminal reads
  console.error(expected ? error.message : error)
  process.exit(1)
})
