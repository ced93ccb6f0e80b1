import { invalid, newId, Refusal, type Tx, col } from '@wattyard/server-kit'
import { passwordRule } from '../../contract/password-age.ts'
import { passwordStrength } from '../../contract/password-strength.ts'
import type { PasswordHasher } from './hash-password.ts'
import type { PasswordPolicy } from './password-policy.ts'
import { endResetCodes } from './reset-code.ts'
import type { Person } from '../second-factor/second-factor.ts'

/** Returns the tenant's password policy: requirements, maximum age, and number of remembered passwords. */
export async function passwordPolicyOf(
  tx: Tx,
  tenantId: string,
  installation: PasswordPolicy,
): Promise<PasswordPolicy> {
  const [own] = await tx.query(
    {
      password_max_age_days: col.integer.orNull,
      password_remembered: col.integer.orNull,
      password_length: col.integer.orNull,
      password_kinds: col.integer.orNull,
    },
    'select password_max_age_days, password_remembered, password_length, password_kinds from identity_tenant where tenant_id = $1',
    [tenantId],
  )
  return own
    ? { ...installation, ...passwordRule(own, installation), ...passwordStrength(own, installation) }
    : installation
}

/** Returns the hashes of a person's last passwords, the present one first. */
export async function lastPasswords(tx: Tx, { tenantId, userId }: Person, count: number): Promise<string[]> {
  if (count === 0) return []
  const rows = await tx.query(
    { password_hash: col.text, id: col.uuid.orNull },
    `(select password_hash, null::uuid as id from identity_user where tenant_id = $1 and id = $2 and password_hash is not null)
     union all (select password_hash, id from identity_password_history where tenant_id = $1 and user_id = $2)
     order by id desc nulls first limit $3`,
    [tenantId, userId, count],
  )
  return rows.map(row => row.password_hash)
}

/**
 * Checks that a password is none of the last ones. Each comparison takes the time of a hash.
 * @throws Refusal `kernel.invalid` naming the field
 */
export async function mustBeFresh(
  hasher: PasswordHasher,
  last: readonly string[],
  password: string,
  field: string,
): Promise<void> {
  for (const hash of last)
    if (await hasher.verify(hash, password))
      throw invalid({ [field]: { key: 'identity.field.passwordUsedBefore', params: { limit: last.length } } })
}

interface NewPassword {
  hash: string
  /** Epoch ms. */
  now: number
  remembered: number
  /** The password is only replaced while this is the present one. */
  instead?: string
  /** Chosen by the person, so no change is due. */
  isOwn: boolean
}

/**
 * Replaces a password, as the only function that does. The old one is remembered as far as the rule demands, and codes for
 * forgotten passwords end.
 *
 * @throws Refusal `identity.signedOut` (401) when the person no longer exists, or the present password is not `instead`
 */
export async function replacePassword(
  tx: Tx,
  { tenantId, userId }: Person,
  { hash, now, remembered, instead, isOwn }: NewPassword,
): Promise<void> {
  const [before] = await tx.query(
    { password_hash: col.text.orNull },
    "select password_hash from identity_user where tenant_id = $1 and id = $2 and ($3 or status = 'active') for update",
    [tenantId, userId, !isOwn],
  )
  // Changed meanwhile: the old password that was given is no longer valid.
  if (!before || (instead !== undefined && before.password_hash !== instead))
    throw new Refusal('identity.signedOut', { status: 401 })
  await tx.execute(
    `update identity_user set password_hash = $3, password_changed_at = $4, must_change_password = must_change_password and not $5,
       invited_until_at = null
     where tenant_id = $1 and id = $2`,
    [tenantId, userId, hash, new Date(now), isOwn],
  )
  await endResetCodes(tx, tenantId, [userId], now)
  if (before.password_hash !== null && remembered > 1)
    await tx.execute(
      'insert into identity_password_history (tenant_id, user_id, id, password_hash, replaced_at) values ($1, $2, $3, $4, $5)',
      [tenantId, userId, newId(now), before.password_hash, new Date(now)],
    )
  await tx.execute(
    `delete from identity_password_history where tenant_id = $1 and user_id = $2 and id in (
       select id from identity_password_history where tenant_id = $1 and user_id = $2 order by id desc offset $3)`,
    [tenantId, userId, Math.max(0, remembered - 1)],
  )
}
