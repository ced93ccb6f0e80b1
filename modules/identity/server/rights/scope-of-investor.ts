import { USER_INNER } from '../tables.ts'
import { type Caller, type DataScope, scoped, type Tx, WHOLE_TENANT, col } from '@wattyard/server-kit'
import { user, USER_TYPES } from '../../contract/user.ts'
import { asCaller } from './explain-rights.ts'

/**
 * Rows that an investor sees, counted as for their own sign-in. Null when there is no such investor, or none whom the
 * caller's scope reaches; one's own account is always in reach. Whether the caller may look at accounts is not asked here.
 */
export async function scopeOfInvestor(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'scope' | 'userId'>,
  userId: string,
): Promise<DataScope | null> {
  const scope = userId === caller.userId ? WHOLE_TENANT : caller.scope
  const where = scoped({ tenantId: caller.tenantId, scope }, user)
  where.add(`id = ${where.value(userId)}`)
  where.add("user_type = 'investor'")
  const [row] = await tx.query(
    {
      ...USER_INNER,
      tenant_id: col.uuid,
      id: col.uuid,
      version: col.integer,
      created_at: col.instant,
      updated_at: col.instant,
      search_text: col.text,
      login_name: col.text,
      display_name: col.text,
      user_type: col.oneOf(USER_TYPES),
      status: col.oneOf(['active', 'disabled']),
      phone: col.text.orNull,
      email: col.text.orNull,
      office_id: col.uuid.orNull,
      operator_id: col.uuid.orNull,
      role_ids: col.uuids,
      language: col.text,
      password_changed_at: col.instant,
      last_sign_in_at: col.instant.orNull,
      is_owner: col.boolean,
      nickname: col.text.orNull,
      gender: col.text.orNull,
      introduction: col.text.orNull,
      duty_id: col.uuid.orNull,
      must_change_password: col.boolean,
      invited_until_at: col.instant.orNull,
      sign_in_state: col.oneOf(['none', 'invited', 'ready']),
    },
    `select * from identity_user where ${where.text}`,
    where.values,
  )
  return row ? (await asCaller(tx, row)).caller.scope : null
}
