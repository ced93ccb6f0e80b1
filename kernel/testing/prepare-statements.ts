import type { AnsweredColumn } from '@wattyard/server-kit'
import type pg from 'pg'
import { freshClient } from './test-database.ts'

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

/** The parts of the driver's connection that this needs; its own types leave them out. */
interface Wire {
  parse(query: { text: string; name: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

interface RowDescription {
  readonly fields: readonly Pick<pg.FieldDef, 'name' | 'dataTypeID' | 'tableID' | 'columnID'>[]
}

/** Parse without name and types, describe it, done (PostgreSQL, frontend/backend protocol, "Message Formats"). */
class Description implements pg.Submittable {
  readonly #text: string
  readonly done: Promise<RowDescription['fields']>
  #found: RowDescription['fields'] = []
  #resolve: (fields: RowDescription['fields']) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire // its own types leave these out
    wire.parse({ text: this.#text, name: '', types: [] })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }
  handleRowDescription({ fields }: RowDescription): void {
    this.#found = fields
  }
  handleError(error: Error): void {
    this.#reject(error)
  }
  handleReadyForQuery(): void {
    this.#resolve(this.#found)
  }
}

/** Prepares statements against the migrated database. */
export async function prepareStatements(): Promise<Preparer> {
  const { client, close } = await freshClient()
  const { rows } = await client.query<{ place: string; name: string }>(
    `select attrelid || '.' || attnum as place, attname as name from pg_attribute where attnum > 0 and not attnotnull and not attisdropped`,
  )
  const nullable = new Map(rows.map(row => [row.place, row.name]))
  return {
    async columnsOf(text) {
      const fields = await client.query(new Description(text)).done
      return fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        dataTypeID,
        nullableAs: nullable.get(`${tableID}.${columnID}`) ?? null,
      }))
    },
    close,
  }
}
