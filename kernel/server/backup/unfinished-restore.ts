import type { Connection } from '../database/tx.ts'

/** Beside the rows of the installation, so that the load itself takes it away in the moment it becomes true. */
const KEY = 'kernel.restore'

/** A restore that has begun here and did not come to its end. */
export interface UnfinishedRestore {
  /** Epoch ms. */
  begunAt: number
  backup: string
}

/** Thrown when the product is started on a database whose restore was cut off. */
export class RestoreUnfinished extends Error {
  constructor({ begunAt, backup }: UnfinishedRestore) {
    super(
      `a restore of the backup ${backup} was begun here at ${new Date(begunAt).toISOString()} and did not come to its end; nothing of it is in the database. Give the restore again, or choose an empty database`,
    )
    this.name = 'RestoreUnfinished'
  }
}

/** Null where no restore was cut off, in a database without any table too. */
export async function unfinishedRestore(connection: Connection): Promise<UnfinishedRestore | null> {
  const { rows } = await connection.query("select to_regclass('public.kernel_setting') is not null as is_there")
  if (rows[0]?.is_there !== true) return null
  const found = await connection.query('select value from kernel_setting where key = $1', [KEY])
  return (found.rows[0]?.value as UnfinishedRestore | undefined) ?? null // written below
}

export async function rememberRestore(connection: Connection, restore: UnfinishedRestore): Promise<void> {
  await connection.query(
    `insert into kernel_setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value`,
    [KEY, JSON.stringify(restore)],
  )
}
