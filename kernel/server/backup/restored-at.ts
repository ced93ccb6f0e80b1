import type { Tx } from '../database/tx.ts'
import { installationSetting, rememberSetting } from '../installation-setting.ts'

const KEY = 'kernel.restoredAt'

/**
 * Notes in a restored database when that happened, in the transaction that loads its rows: a database with the rows and without
 * this note would look as if it had never left.
 */
export function rememberRestored(tx: Tx, at: number): Promise<void> {
  return rememberSetting(tx, KEY, at)
}

/**
 * Returns when this database was restored from a backup, epoch ms; null when it never was. What was sent to banks and payment
 * channels after that backup is unknown here, so whatever moves money there waits until somebody has confirmed it since.
 * Call it in a transaction of the platform.
 */
export async function restoredAt(tx: Tx): Promise<number | null> {
  const at = await installationSetting(tx, KEY)
  return typeof at === 'number' ? at : null
}
