import { createHash } from 'node:crypto'

/** What a person's rights and reach are made of, as one look-up of the caller reads it. */
export interface RightsRow {
  readonly user_type: string
  readonly is_owner: boolean
  readonly role_stamps: readonly string[]
  readonly scope_operator_ids: readonly string[]
  readonly scope_station_ids: readonly string[]
  /** Null: not limited to investors. */
  readonly scope_investor_ids: readonly string[] | null
}

/** Returns a text that is another one as soon as any of these is; `RIGHTS_STAMP` is the same one, made by the database. */
export function rightsStamp(row: RightsRow): string {
  const { user_type, is_owner, role_stamps, scope_operator_ids, scope_station_ids, scope_investor_ids } = row
  const lists = [role_stamps, scope_operator_ids, scope_station_ids, scope_investor_ids]
  const text = [user_type, String(is_owner), ...lists.map(list => list?.join(',') ?? '-')].join('|')
  return createHash('sha256').update(text).digest('hex')
}

/** SQL of the stamp of a person `u`: of many streams at once, so that their lists need not leave the database. */
export const RIGHTS_STAMP = `encode(sha256(convert_to(concat_ws('|', u.user_type, u.is_owner::text,
  array_to_string(array(select r.id || ' ' || r.xmin from identity_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_ids) order by r.id), ','),
  array_to_string(identity_operators_in_scope(u.tenant_id, u.scope_operator_ids, u.scope_station_ids), ','),
  array_to_string(coalesce(u.scope_station_ids, '{}'), ','),
  coalesce(array_to_string(u.scope_investor_ids, ','), '-')), 'utf8')), 'hex')`
