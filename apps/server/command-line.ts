import type { BareCommand, Command } from './commands/command.ts'
import { type Usage, USAGES } from './commands/usages.ts'

/*
 * The command line without its process: what it reads and where it writes is given. Nothing of the server is imported until a
 * command is to run, because loading it takes most of a second: `version` and help answer at once.
 */

/** Where a command line is given: a process of its own, or a test. */
export interface Caller {
  environment: NodeJS.ProcessEnv
  /** Prints one text and a line break, for programs to read. */
  print(text: string): void
  /** Tells one text and a line break, for people who wait. */
  tell(text: string): void
  /** Returns the signal that ends a command early; called when one is about to run. */
  ending(): AbortSignal
}

interface Entry extends Usage {
  load(): Promise<Command | BareCommand>
}

const { version, ...RUNNING } = USAGES

const LOADS: Readonly<Record<keyof typeof RUNNING, Entry['load']>> = {
  pileAdd: async () => (await import('./commands/pile-add.ts')).pileAdd,
  importSessions: async () => (await import('./commands/import-sessions.ts')).importSessionsCommand,
  ledgerVerify: async () => (await import('./commands/ledger-verify.ts')).ledgerVerify,
  ordersList: async () => (await import('./commands/orders-list.ts')).ordersList,
  schemaPropose: async () => (await import('./commands/schema-propose.ts')).schemaPropose,
  secretsAdopt: async () => (await import('./commands/secrets-adopt.ts')).secretsAdopt,
  backupVerify: async () => (await import('./commands/backup-verify.ts')).backupVerify,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
}

const usageOf = ({ usage, about }: Usage): string => `  ${usage}\n      ${about}`

function help(): string {
  return `npm run -s wattyard -- <command>\n\n${Object.values(USAGES).map(usageOf).join('\n')}\n\nExit code 0 only on success. Data folder: WATTYARD_DATA; database: DATABASE_URL.`
}

const isCalled = ({ words }: Usage, args: readonly string[]): boolean => words.every((word, i) => args[i] === word)

/** Runs the command that the arguments name. Returns its exit code: 0 only on success; what failed is told. */
export async function runCommandLine(args: readonly string[], caller: Caller): Promise<number> {
  if (isCalled(version, args)) {
    const { versionText } = await import('./commands/version.ts')
    caller.print(versionText(args, caller.environment.WATTYARD_COMMIT))
    return 0
  }
  const names = Object.keys(RUNNING) as (keyof typeof RUNNING)[] // its own keys
  const name = names.find(one => isCalled(RUNNING[one], args))
  if (name === undefined) {
    caller.tell(help())
    return args.length === 0 || args[0] === 'help' || args[0] === '--help' ? 0 : 2
  }
  const rest = args.slice(RUNNING[name].words.length)
  if (rest.some(word => word === '--help' || word === '-h')) {
    caller.print(usageOf(RUNNING[name]))
    return 0
  }
  const { performCommand } = await import('./perform-command.ts')
  return performCommand(LOADS[name], rest, caller)
}
