import { type Tx, uuidList, col, type RowIn } from '@wattyard/server-kit'
import type { Channel, Preference } from '../../contract/index.ts'
import { quietOf } from './read-rules.ts'

export const PREFERENCE_ROW = {
  user_id: col.uuid,
  off: col.json<Record<string, Channel[]>>(),
  quiet_from: col.text.orNull,
  quiet_to: col.text.orNull,
}

export type PreferenceRow = RowIn<typeof PREFERENCE_ROW>

/** Returns the people's preferences for a kind; people without any are missing. */
export async function preferencesOf(
  tx: Tx,
  tenantId: string,
  people: readonly { id: string }[],
  kind: string,
): Promise<ReadonlyMap<string, Preference>> {
  const rows = await tx.query(
    PREFERENCE_ROW,
    'select user_id, off, quiet_from, quiet_to from notifications_preference where tenant_id = $1 and user_id = any($2::uuid[])',
    [tenantId, uuidList(people.map(person => person.id))],
  )
  return new Map(
    rows.map(row => [row.user_id, { off: row.off[kind] ?? [], quiet: quietOf(row.quiet_from, row.quiet_to) }]),
  )
}
