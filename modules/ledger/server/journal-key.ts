import { createHash } from 'node:crypto'

/**
 * Returns the key of a journal posted by a person's command: its purpose, and the scope of the "once" promise (person, record,
 * key of the request). The scope is hashed, because a request's key may be longer than a journal's, and keys that differ only
 * beyond the limit must stay different.
 */
export function journalKey(what: string, ...of: readonly string[]): string {
  return `${what}:${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}
