import { col, type RowIn, type WholeRow } from '@wattyard/server-kit'
import type { office } from '../contract/office.ts'
import { ROW_SCOPES } from '../contract/role.ts'
import type { user } from '../contract/user.ts'

export const ROLE_ROW = {
  id: col.uuid,
  code: col.text,
  permissions: col.texts,
  row_scope: col.oneOf(ROW_SCOPES),
  is_system: col.boolean,
}

export type RoleRow = RowIn<typeof ROLE_ROW>

/** Columns that decide about an office's position and visibility. */
export type OfficeRow = Pick<
  WholeRow<typeof office>,
  'id' | 'code' | 'name' | 'kind' | 'status' | 'parent_id' | 'path' | 'operator_id' | 'position'
>

/** Columns of an account beside its fields. Lists are never null: an empty choice is stored as an empty list. */
export const USER_INNER = {
  login_key: col.text,
  password_hash: col.text.orNull,
  scope_operator_ids: col.uuids,
  scope_station_ids: col.uuids,
  scope_investor_ids: col.uuids,
}

/** A stored account: its fields and the further columns. */
export type UserRow = WholeRow<typeof user, typeof USER_INNER>

/** Columns of an application beside its fields, until it is decided. */
export const REGISTRATION_INNER = {
  login_key: col.text,
  password_hash: col.text.orNull,
  password_is_weak: col.boolean,
}
