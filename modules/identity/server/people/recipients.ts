import { type Language, type Tx, col, LANGUAGES } from '@wattyard/server-kit'
import type { AppName } from '../messaging-app/messaging-app.ts'

/** A person as messages are addressed to them. */
export interface Recipient {
  id: string
  displayName: string
  language: Language
  email: string | null
  phone: string | null
  roleIds: readonly string[]
  officeName: string | null
  /** Their office and every one above it. */
  officeIds: readonly string[]
  dutyId: string | null
  /** Account of the messaging app that is in use now. */
  openid: string | null
}

const ROW = {
  id: col.uuid,
  display_name: col.text,
  language: col.oneOf(LANGUAGES),
  email: col.text.orNull,
  phone: col.text.orNull,
  role_ids: col.uuids,
  office_name: col.text.orNull,
  path: col.text.orNull,
  duty_id: col.uuid.orNull,
  openid: col.text.orNull,
}

/** Returns people of a tenant with their addresses. Deleted and disabled people and guests are left out. */
export async function recipients(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  app: AppName | null,
): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await tx.query(
    ROW,
    `select u.id, u.display_name, u.language, u.email, u.phone, u.role_ids, o.name as office_name, o.path, u.duty_id, b.openid
     from identity_user u
     left join identity_office o on o.tenant_id = u.tenant_id and o.id = u.office_id
     left join identity_binding b on b.tenant_id = u.tenant_id and b.user_id = u.id and b.app = $3
     where u.tenant_id = $1 and u.id = any($2::uuid[]) and u.status = 'active' and u.user_type <> 'guest' order by u.id`,
    [tenantId, ids, app],
  )
  return rows.map(row => ({
    id: row.id,
    displayName: row.display_name,
    language: row.language,
    email: row.email,
    phone: row.phone,
    roleIds: row.role_ids,
    officeName: row.office_name,
    officeIds: row.path?.split('/').filter(Boolean) ?? [],
    dutyId: row.duty_id,
    openid: row.openid,
  }))
}

/** Returns the ids of a tenant's active people without guests. */
export async function activePeople(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    "select id from identity_user where tenant_id = $1 and status = 'active' and user_type <> 'guest' order by id",
    [tenantId],
  )
  return rows.map(row => row.id)
}
