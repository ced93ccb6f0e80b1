import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { AnsweredColumn } from '@wattyard/server-kit'
import { pgliteTemplate } from './test-database.ts'

/** A column as the database describes it. */
export interface DescribedColumn extends AnsweredColumn {
  /** Name in its table of a column that takes nulls; null of any other, and of what is computed. */
  readonly nullableAs: string | null
}

export interface Preparer {
  /** Columns that a statement answers, without running it. Throws what the database has against it. */
  columnsOf(text: string): Promise<readonly DescribedColumn[]>
  close(): Promise<void>
}

/** One message of the wire protocol: its letter, its length, its parts ended by a zero byte each, and what comes last. */
function message(letter: string, parts: readonly string[], last: readonly number[] = []): Buffer {
  const body = Buffer.concat([...parts.map(part => Buffer.from(`${part}\0`)), Buffer.from(last)])
  const head = Buffer.alloc(5, letter, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Parse without name and types, describe it, done (PostgreSQL, frontend/backend protocol, "Message Formats"). */
const describe = (text: string): Buffer =>
  Buffer.concat([message('P', ['', text], [0, 0]), message('D', ['S']), message('S', [])])

interface Described {
  readonly name: string
  readonly fields?: readonly { name: string; dataTypeID: number; tableID: number; columnID: number }[]
}

/** Prepares statements against the migrated database. */
export async function prepareStatements(): Promise<Preparer> {
  const lite = await PGlite.create({ extensions: { pg_trgm }, loadDataDir: await pgliteTemplate() })
  const { rows } = await lite.query<{ place: string; name: string }>(
    `select attrelid || '.' || attnum as place, attname as name from pg_attribute where attnum > 0 and not attnotnull and not attisdropped`,
  )
  const nullable = new Map(rows.map(row => [row.place, row.name]))
  return {
    async columnsOf(text) {
      const { messages } = await lite.execProtocol(describe(text))
      const found = (messages as readonly Described[]).find(one => one.name === 'rowDescription') // of its kinds only this has fields
      return (found?.fields ?? []).map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        dataTypeID,
        nullableAs: nullable.get(`${tableID}.${columnID}`) ?? null,
      }))
    },
    close: () => lite.close(),
  }
}
