import type { Tx } from '@wattyard/server-kit'
import type { Channel, QuietHours, Rule, Severity } from '../../contract/index.ts'

interface Row {
  channels: Channel[]
  role_ids: string[] | null
  office_ids: string[] | null
  duty_ids: string[] | null
  person_ids: string[] | null
  min_severity: Severity
  quiet_from: string | null
  quiet_to: string | null
  compulsory: boolean
}

/** Both ends or none. */
export function quietOf(from: string | null, to: string | null): QuietHours | null {
  return from !== null && to !== null ? { from, to } : null
}

/** Rules of a tenant that are in force for a kind. */
export async function rulesOf(tx: Tx, tenantId: string, kind: string): Promise<Rule[]> {
  const rows = await tx.query<Row>(
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
