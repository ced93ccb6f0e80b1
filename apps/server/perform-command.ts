import { readFileSync } from 'node:fs'
import { loadWords, Refusal } from '@wattyard/server-kit'
import { openBackedUp } from './backup/before-upgrade.ts'
import type { Caller } from './command-line.ts'
import type { BareCommand, Command, Place } from './commands/command.ts'
import { readEnvironment } from './environment.ts'
import { hasInstallation, openForCommand } from './open-database.ts'
import { wordFolders } from './word-folders.ts'

/** Returns the message of a failed command. */
function explain(error: unknown): string {
  if (error instanceof Refusal) {
    const words = loadWords(wordFolders())
    const fields = Object.entries(error.fields ?? {}).map(
      ([field, saying]) => `  ${field}: ${words.translate('en', saying.key, saying.params)}`,
    )
    return [words.translate('en', error.code.replace('.', '.error.'), error.params), ...fields].join('\n')
  }
  return error instanceof Error ? error.message : String(error)
}

async function perform(command: Command | BareCommand, args: readonly string[], place: Place): Promise<number> {
  if ('bare' in command) return command.run(args, place)
  const { env } = place
  if (!hasInstallation(env))
    throw new Error(`no installation in ${env.dataFolder}: start the product there once, or set WATTYARD_DATA`)
  const database = await openBackedUp(env, openForCommand, place.tell)
  try {
    const { db, pool, secrets } = database
    return await command.run(args, { ...place, db, pool, secrets })
  } finally {
    await database.close()
  }
}

/** Loads a command and runs it in its surroundings. Returns its exit code: 1 when it failed, which is told in a line. */
export async function performCommand(
  load: () => Promise<Command | BareCommand>,
  args: readonly string[],
  { environment, print, tell, ending }: Caller,
): Promise<number> {
  try {
    const place: Place = {
      env: readEnvironment(environment),
      print,
      tell,
      read: path => readFileSync(path),
      signal: ending(),
    }
    return await perform(await load(), args, place)
  } catch (error) {
    tell(explain(error))
    return 1
  }
}
