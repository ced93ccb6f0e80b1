import { createHash } from 'node:crypto'

/** Most texts of a pool that are kept prepared. Each of its connections holds a plan for each of them, about 20 KiB. */
export const MAX_NAMED = 400
/** All columns, other than those of a list of keys or of what is written: these are no part of the answer. */
const EVERY_COLUMN = /(?<!\bin\s*\(\s*)\b(?:select|returning)\s+(?:\w+\.)?\*/i
const RETURNS_EVERY_COLUMN = /\breturning\s+(?:\w+\.)?\*/i
const WRITES = /^\s*(?:insert|update|delete)\b/i
/** Most texts that are remembered because they were sent once. Composed texts of lists are many, and seldom come again. */
const MAX_SEEN = 4_000

/** Whether the answer has the columns of its tables: once another process adds one, a kept plan of it is refused. */
const isOpenEnded = (text: string): boolean => (WRITES.test(text) ? RETURNS_EVERY_COLUMN : EVERY_COLUMN).test(text)

/**
 * Returns a function that gives the name under which a text is kept prepared, from the second time it is sent: undefined for
 * one that is sent for the first time, and for further ones once there are `most`. A name says what the text is, so that two
 * processes behind one external pooler never mean different statements by it (decision 395).
 */
export function statementNames(most = MAX_NAMED): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return text => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most || isOpenEnded(text)) return known
    if (!seen.has(text)) {
      if (seen.size >= MAX_SEEN) seen.clear()
      seen.add(text)
      return undefined
    }
    seen.delete(text)
    const name = `w${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    names.set(text, name)
    return name
  }
}
