import { readFileSync } from 'node:fs'
import { DataFolderInUse, loadWords, Refusal, SchemaMismatch } from '@wattyard/server-kit'
import { importSessionsCommand } from './commands/import-sessions.ts'
import { ledgerVerify } from './commands/ledger-verify.ts'
import { ordersList } from './commands/orders-list.ts'
import { pileAdd } from './commands/pile-add.ts'
import { schemaPropose } from './commands/schema-propose.ts'
import { openBackedUp } from './backup/before-upgrade.ts'
import { backupCommand } from './commands/backup.ts'
import { backupVerify } from './commands/backup-verify.ts'
import type { BareCommand, Command, Place } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { restoreCommand } from './commands/restore.ts'
import { readEnvironment } from './environment.ts'
import { versionText } from './commands/version.ts'
import { hasInstallation, openForCommand, ROOT } from './open-database.ts'
import { readSecrets } from './secrets.ts'
import { wordFolders } from './word-folders.ts'

/** Commands; longer words come first, because `backup verify` must not match `backup`. */
const COMMANDS: readonly (Command | BareCommand)[] = [
  pileAdd,
  importSessionsCommand,
  ledgerVerify,
  ordersList,
  schemaPropose,
  backupVerify,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

/** Time that a command may take to clean up after a signal. */
const GRACE_MS = 8_000

/**
 * Signals within this time are one request, because a Ctrl-C comes from the terminal and from the parent process. A later one
 * ends the process at once.
 */
const SAME_WISH_MS = 1_000

const usageOf = ({ usage, about }: Pick<Command, 'usage' | 'about'>): string => `  ${usage}\n      ${about}`

function help(): string {
  return `npm run -s wattyard -- <command>\n\n${COMMANDS.map(usageOf).join('\n')}\n  version [--json]\n      which release this is; needs no installation\n\nExit code 0 only on success. Data folder: WATTYARD_DATA; database: DATABASE_URL.\n`
}

/** Returns the message of a failed command. */
function explain(error: unknown): string {
  if (error instanceof Refusal) {
    const words = loadWords(wordFolders())
    const fields = Object.entries(error.fields ?? {}).map(
      ([field, saying]) => `  ${field}: ${words.translate('en', saying.key, saying.params)}`,
    )
    return [words.translate('en', error.code.replace('.', '.error.'), error.params), ...fields].join('\n')
  }
  if (error instanceof DataFolderInUse || error instanceof SchemaMismatch) return error.message
  return error instanceof Error ? error.message : String(error)
}

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'version') {
    process.stdout.write(`${versionText(args, ROOT, process.env.WATTYARD_COMMIT)}\n`)
    return 0
  }
  const command = COMMANDS.find(one => one.words.every((word, i) => args[i] === word))
  if (!command) {
    process.stderr.write(help())
    return args.length === 0 || args[0] === 'help' || args[0] === '--help' ? 0 : 2
  }
  const rest = args.slice(command.words.length)
  if (rest.some(word => word === '--help' || word === '-h')) {
    process.stdout.write(`${usageOf(command)}\n`)
    return 0
  }
  const env = readEnvironment()
  const place: Place = {
    env,
    print: text => void process.stdout.write(`${text}\n`),
    tell: text => void process.stderr.write(`${text}\n`),
    read: path => readFileSync(path),
    signal: endOnSignals(),
  }
  if ('bare' in command) return command.run(rest, place)
  if (!hasInstallation(env))
    throw new Error(`no installation in ${env.dataFolder}: start the product there once, or set WATTYARD_DATA`)
  const database = await openBackedUp(env, openForCommand, place.tell)
  try {
    const { db, pool } = database
    return await command.run(rest, { ...place, db, pool, secrets: readSecrets(env.secretsFile) })
  } finally {
    await database.close()
  }
}

/** Returns a signal that aborts on Ctrl-C or a supervisor's signal, so that commands remove half-made files and databases. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController()
  let since = 0
  const end = (why: string): void => {
    if (ending.signal.aborted) {
      if (performance.now() - since > SAME_WISH_MS) process.exit(1)
      return
    }
    since = performance.now()
    ending.abort(new Error(`ended by ${why}`))
    setTimeout(() => process.exit(1), GRACE_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  // The parent process has ended. Listening for that does not keep this process alive.
  process.once('disconnect', () => end('its caller'))
  process.channel?.unref()
  return ending.signal
}

// A reader that stops early (`… | head`) is no failure of the command; the database is still closed in order.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

main(process.argv.slice(2))
  .then(code => {
    process.exitCode = code
  })
  .catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  })
