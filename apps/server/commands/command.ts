import type { Database } from '@wattyard/server-kit'
import type { Environment } from '../environment.ts'
import type { Secrets } from '../secrets.ts'

export interface Surroundings {
  db: Database
  env: Environment
  secrets: Secrets
  print(text: string): void
  read(path: string): Buffer
}

export interface Command {
  /** `['pile', 'add']`. */
  words: readonly string[]
  usage: string
  about: string
  /** @returns the exit code; 0 only on success */
  run(args: readonly string[], surroundings: Surroundings): Promise<number>
}

/** JSON with bigints as text. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner), 2)
}
