import { type Tx, col } from '@wattyard/server-kit'
import { CHANNELS, type QuietHours, type Rule, SEVERITIES } from '../../contract/index.ts'

const ROW = {
  channels: col.textsOf(CHANNELS),
  role_ids: col.uuids.orNull,
  office_ids: col.uuids.orNull,
  duty_ids: col.uuids.orNull,
  person_ids: col.uuids.orNull,
  min_severity: col.oneOf(SEVERITIES),
  quiet_from: col.text.orNull,
  quiet_to: col.text.orNull,
  compulsory: col.boolean,
}

/** Returns quiet hours when both ends are set; else null. */
export function quietOf(from: string | null, to: string | null): QuietHours | null {
  return from !== null && to !== null ? { from, to } : null
}

/** Returns the tenant's active rules for a kind. */
export async function rulesOf(tx: Tx, tenantId: string, kind: string): Promise<Rule[]> {
  const rows = await tx.query(
    ROW,
    `select channels, role_ids, office_ids, duty_ids, person_ids, min_severity, quiet_from, quiet_to, compulsory
     from notifications_rule where tenant_id = $1 and kind = $2 and active`,
    [tenantId, kind],
  )
  return rows.map(row => ({
    channels: row.channels,
    roles: row.role_ids ?? [],
    offices: row.office_ids ?? [],
    duties: row.duty_ids ?? [],
    people: row.person_ids ?? [],
    minSeverity: row.min_severity,
    quiet: quietOf(row.quiet_from, row.quiet_to),
    compulsory: row.compulsory,
  }))
}
