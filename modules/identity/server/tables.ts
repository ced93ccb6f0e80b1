import { col, type RowIn } from '@wattyard/server-kit'
import { ROW_SCOPES } from '../contract/role.ts'
import type { UserType } from '../contract/user.ts'

/** Rows as the database gives them; only this room reads them. */
export interface UserRow {
  tenant_id: string
  id: string
  version: number
  login_name: string
  display_name: string
  user_type: UserType
  status: 'active' | 'disabled'
  phone: string | null
  email: string | null
  office_id: string | null
  operator_id: string | null
  role_ids: string[]
  scope_operator_ids: string[]
  scope_station_ids: string[]
  scope_investor_ids: string[]
  password_hash: string | null
  sign_in_state: 'none' | 'invited' | 'ready'
  is_owner: boolean
}

export const ROLE_ROW = {
  id: col.uuid,
  code: col.text,
  permissions: col.texts,
  row_scope: col.oneOf(ROW_SCOPES),
  is_system: col.boolean,
}

export type RoleRow = RowIn<typeof ROLE_ROW>

export interface OfficeRow {
  id: string
  code: string
  name: string
  kind: 'operator' | 'department'
  status: 'active' | 'closed'
  parent_id: string | null
  path: string
  operator_id: string | null
  position: number
}

/** What an account keeps beside its fields. Lists are never null: a choice of nothing is stored as an empty one. */
export const USER_INNER = {
  login_key: col.text,
  password_hash: col.text.orNull,
  scope_operator_ids: col.uuids,
  scope_station_ids: col.uuids,
  scope_investor_ids: col.uuids,
}

/** What an application keeps beside its fields until it is decided. */
export const REGISTRATION_INNER = {
  login_key: col.text,
  password_hash: col.text.orNull,
  password_is_weak: col.boolean,
}
