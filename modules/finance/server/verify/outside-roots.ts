import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** The file is shortened to its newest lines from this size on. */
const MAX_BYTES = 4 * 1024 * 1024

const line = z.object({
  tenantId: z.string(),
  /** A closing of the day chain, a closed month (its place is `YYYYMM`), or an entry of the running chain. */
  kind: z.enum(['day', 'month', 'anchor']),
  seq: z.number().int(),
  root: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
export type OutsideLine = z.infer<typeof line>

/** The newest position of a chain stored outside the database. */
export interface OutsideRoot {
  seq: number
  root: string
}

export interface NewestRoots {
  day: OutsideRoot | null
  month: OutsideRoot | null
  anchor: OutsideRoot | null
}

/**
 * The newest roots in the data folder. With them, cutting the end of a chain is detected even when the attacker has all rights on
 * the database.
 */
export interface OutsideRoots {
  append(entry: OutsideLine): void
  newest(tenantId: string): NewestRoots
  /** Returns the newest line of every chain. */
  all(): readonly OutsideLine[]
  /** Replaces all known roots by these: after a restore, or on request. The former file is kept. */
  beginAnew(entries: readonly OutsideLine[], at: number): void
}

/**
 * Returns the roots of a file.
 * @param file lines of JSON, only ever appended to
 */
export function outsideRoots(file: string): OutsideRoots {
  const known = new Map<string, OutsideLine>()
  const keyOf = ({ tenantId, kind }: Pick<OutsideLine, 'tenantId' | 'kind'>) => `${tenantId} ${kind}`
  const learn = (entry: OutsideLine) => {
    const before = known.get(keyOf(entry))
    if (!before || entry.seq >= before.seq) known.set(keyOf(entry), entry)
  }
  const write = (entries: readonly OutsideLine[]) => {
    writeFileSync(`${file}.new`, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  if (existsSync(file)) for (const text of readFileSync(file, 'utf8').split('\n')) readLine(text, learn)
  const rootOf = (tenantId: string, kind: OutsideLine['kind']): OutsideRoot | null => {
    const entry = known.get(keyOf({ tenantId, kind }))
    return entry ? { seq: entry.seq, root: entry.root } : null
  }
  return {
    append(entry) {
      learn(entry)
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      if (statSync(file).size > MAX_BYTES) write([...known.values()])
    },
    newest: tenantId => ({
      day: rootOf(tenantId, 'day'),
      month: rootOf(tenantId, 'month'),
      anchor: rootOf(tenantId, 'anchor'),
    }),
    all: () => [...known.values()],
    beginAnew(entries, at) {
      if (existsSync(file)) renameSync(file, `${file}.until-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`)
      known.clear()
      for (const entry of entries) learn(entry)
      write(entries)
    },
  }
}

/** Reads one line. A line cut off by a power failure is the last one; its content is in the database. */
function readLine(text: string, learn: (entry: OutsideLine) => void): void {
  if (text === '') return
  try {
    learn(line.parse(JSON.parse(text)))
  } catch {
    // Incomplete last line, see above.
  }
}
