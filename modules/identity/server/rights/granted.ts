import { type Tx, col } from '@wattyard/server-kit'
import { ROW_SCOPES } from '../../contract/role.ts'
import { type Grant, heldPermissions } from '../sessions/caller-of.ts'

/** Combined rights of a set of roles. */
export interface Granted {
  grants: readonly Grant[]
  permissions: ReadonlySet<string>
}

const ROLE_ROW = {
  stamp: col.text,
  code: col.text,
  row_scope: col.oneOf(ROW_SCOPES),
  permissions: col.texts,
}

/** Most cached combinations of roles; an installation has some dozens. */
const MOST = 2_000

/**
 * Returns a cached reader of roles' rights. Every request brings the stamps of the person's roles from the database (role and
 * writing transaction, 0182_identity_role_stamps.sql), so a change takes effect with the next request of every process, and
 * unchanged rows are not read again. A stamp could repeat only after four thousand million transactions.
 *
 * The cache belongs to one database: make one per server.
 */
export function grantedByStamp(): (tx: Tx, tenantId: string, stamps: readonly string[]) => Granted | Promise<Granted> {
  const known = new Map<string, Granted>()
  return (tx, tenantId, stamps) => known.get(stamps.join()) ?? read(tx, tenantId, stamps)

  async function read(tx: Tx, tenantId: string, stamps: readonly string[]): Promise<Granted> {
    const rows = await tx.query(
      ROLE_ROW,
      `select r.id || ' ' || r.xmin as stamp, r.code, r.row_scope, r.permissions
       from identity_role r where r.tenant_id = $1 and r.id = any($2::uuid[]) order by r.id`,
      [tenantId, stamps.map(stamp => stamp.slice(0, stamp.indexOf(' ')))],
    )
    const grants = rows
      .map(({ code, row_scope, permissions }) => ({ code, rowScope: row_scope, permissions }))
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    const granted = { grants, permissions: heldPermissions(grants) }
    // Stored under the stamps read with the rows, which include changes made between the two statements.
    known.set(rows.map(row => row.stamp).join(), granted)
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break
      known.delete(oldest)
    }
    return granted
  }
}
