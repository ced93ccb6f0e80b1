import { col } from './database/columns.ts'
import type { Tx } from './database/tx.ts'

/** What this installation remembers beside its tenants, such as how far its first start has come; null when nothing. */
export async function installationSetting(tx: Tx, key: string): Promise<unknown> {
  const [row] = await tx.query({ value: col.json<unknown>() }, 'select value from kernel_setting where key = $1', [key])
  return row?.value ?? null
}

/** Returns the same, locked until the transaction ends: of two that come at once, the second waits and reads what the first wrote. */
export async function lockSetting(tx: Tx, key: string): Promise<unknown> {
  const [row] = await tx.query(
    { value: col.json<unknown>().orNull },
    `insert into kernel_setting (key, value) values ($1, 'null'::jsonb) on conflict (key) do update set key = excluded.key returning value`,
    [key],
  )
  return row?.value ?? null
}

/** Remembers it, in a transaction of the platform. */
export async function rememberSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  await tx.execute(
    `insert into kernel_setting (key, value) values ($1, $2::jsonb)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  )
}
