import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { AnsweredColumn } from '@wattyard/server-kit'
import { pgliteTemplate } from './test-database.ts'

export interface Preparer {
  /** Columns that a statement answers, without running it. Throws what the database has against it. */
  columnsOf(text: string): Promise<readonly AnsweredColumn[]>
  close(): Promise<void>
}

/** Prepares statements against the migrated database. */
export async function prepareStatements(): Promise<Preparer> {
  const lite = await PGlite.create({ extensions: { pg_trgm }, loadDataDir: await pgliteTemplate() })
  return {
    columnsOf: async text => (await lite.describeQuery(text)).resultFields,
    close: () => lite.close(),
  }
}
