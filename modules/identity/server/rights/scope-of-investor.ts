import { USER_INNER } from '../tables.ts'
import { type Caller, type DataScope, scoped, type Tx, WHOLE_TENANT, wholeRow } from '@wattyard/server-kit'
import { user } from '../../contract/user.ts'
import { asCaller } from './explain-rights.ts'

/**
 * Rows that an investor sees, counted as for their own sign-in. Null when there is no such investor, or none whom the
 * caller's scope reaches; one's own account is always in reach. Whether the caller may look at accounts is not asked here.
 */
export async function scopeOfInvestor(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'scope' | 'userId' | 'permissions'>,
  userId: string,
): Promise<DataScope | null> {
  const scope = userId === caller.userId ? WHOLE_TENANT : caller.scope
  const where = scoped({ ...caller, scope }, user)
  where.add(`id = ${where.value(userId)}`)
  where.add("user_type = 'investor'")
  const [row] = await tx.query(
    wholeRow(user, USER_INNER),
    `select * from identity_user where ${where.text}`,
    where.values,
  )
  return row ? (await asCaller(tx, row)).caller.scope : null
}
