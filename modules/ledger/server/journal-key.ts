import { createHash } from 'node:crypto'

/**
 * Key of a journal that a person's command posts: what it is for, and whose promise of "once" it repeats (the person, the
 * record, the request's own key). These go in as a digest: a request's key may be longer than a journal's, and keys that
 * differ only in what would be cut off are two.
 */
export function journalKey(what: string, ...of: readonly string[]): string {
  return `${what}:${createHash('sha256').update(JSON.stringify(of)).digest('base64url')}`
}
