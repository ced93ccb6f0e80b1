import type { Database, Pool } from '@wattyard/server-kit'
import type { Environment } from '../environment.ts'
import type { Secrets } from '../secrets.ts'
import type { Usage } from './usages.ts'

/** What every command has, an installation or not. */
export interface Place {
  env: Environment
  print(text: string): void
  /** What is being done, for people who wait; scripts read `print` alone. */
  tell(text: string): void
  read(path: string): Buffer
  /** Somebody wants the command to end: what it began is cleared away. */
  signal: AbortSignal
}

export interface Surroundings extends Place {
  db: Database
  pool: Pool
  secrets: Secrets
}

export interface Command extends Usage {
  /** @returns the exit code; 0 only on success */
  run(args: readonly string[], surroundings: Surroundings): Promise<number>
}

/** A command that works where there is no installation, or must look at one before it is opened. */
export interface BareCommand extends Usage {
  bare: true
  run(args: readonly string[], place: Place): Promise<number>
}

/** JSON with bigints as text. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner), 2)
}
