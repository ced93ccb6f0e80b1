import { col, type Database } from '@wattyard/server-kit'

/** A person by their login name. */
export interface Login {
  readonly tenantId: string
  readonly loginName: string
}

/**
 * Runs work that signs in as a person without that person, as the demonstration does for its past, and puts back when they
 * last signed in.
 */
export async function keepLastSignIn<T>(
  db: Database,
  { tenantId, loginName }: Login,
  work: () => Promise<T>,
): Promise<T> {
  const [before] = await db.tenant(
    tenantId,
    tx =>
      tx.query(
        { at: col.instant.orNull },
        'select last_sign_in_at as at from identity_user where tenant_id = $1 and login_name = $2',
        [tenantId, loginName],
      ),
    { readOnly: true },
  )
  try {
    return await work()
  } finally {
    const at = before?.at ?? null
    await db.tenant(tenantId, tx =>
      tx.execute('update identity_user set last_sign_in_at = $3 where tenant_id = $1 and login_name = $2', [
        tenantId,
        loginName,
        at === null ? null : new Date(at),
      ]),
    )
  }
}
