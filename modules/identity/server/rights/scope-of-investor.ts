import { USER_INNER } from '../tables.ts'
import { type Caller, type DataScope, scoped, type Tx, WHOLE_TENANT, wholeRow } from '@wattyard/server-kit'
import { user } from '../../contract/user.ts'
import { asCaller } from './explain-rights.ts'

/**
 * Returns the rows that an investor sees, as with their own sign-in. Null when there is no such investor in the caller's scope;
 * the own account is always in scope. The caller's permission to read accounts is not checked here.
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
