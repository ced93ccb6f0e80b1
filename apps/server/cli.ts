import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderInUse, loadWords, Refusal, SchemaMismatch } from '@wattyard/server-kit'
import { importSessionsCommand } from './commands/import-sessions.ts'
import { ledgerVerify } from './commands/ledger-verify.ts'
import { ordersList } from './commands/orders-list.ts'
import { pileAdd } from './commands/pile-add.ts'
import { schemaPropose } from './commands/schema-propose.ts'
import type { Command, Surroundings } from './commands/command.ts'
import { readEnvironment } from './environment.ts'
import { openForCommand } from './open-database.ts'
import { readSecrets } from './secrets.ts'
import { wordFolders } from './word-folders.ts'

const COMMANDS: readonly Command[] = [pileAdd, importSessionsCommand, ledgerVerify, ordersList, schemaPropose]

const usageOf = ({ usage, about }: Command): string => `  ${usage}\n      ${about}`

function help(): string {
  return `npm run -s wattyard -- <command>\n\n${COMMANDS.map(usageOf).join('\n')}\n\nExit code 0 only on success. Data folder: WATTYARD_DATA; database: DATABASE_URL.\n`
}

/** What a person or a script reads when a command cannot be done. */
function explain(error: unknown): string {
  if (error instanceof Refusal) {
    const words = loadWords(wordFolders())
    const fields = Object.entries(error.fields ?? {}).map(
      ([field, saying]) => `  ${field}: ${words.say('en', saying.key, saying.params)}`,
    )
    return [words.say('en', error.code.replace('.', '.error.'), error.params), ...fields].join('\n')
  }
  if (error instanceof DataFolderInUse || error instanceof SchemaMismatch) return error.message
  return error instanceof Error ? error.message : String(error)
}

async function main(args: readonly string[]): Promise<number> {
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
  if (!env.databaseUrl && !existsSync(join(env.dataFolder, 'postgres')))
    throw new Error(`no installation in ${env.dataFolder}: start the product there once, or set WATTYARD_DATA`)
  const database = await openForCommand(env)
  try {
    const surroundings: Surroundings = {
      db: database.db,
      env,
      secrets: readSecrets(env.secretsFile),
      print: text => void process.stdout.write(`${text}\n`),
      read: path => readFileSync(path),
    }
    return await command.run(rest, surroundings)
  } finally {
    await database.close()
  }
}

// A reader that has seen enough (`… | head`) is no failure of the command; the database is still closed in order.
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
