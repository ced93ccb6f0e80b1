import { createHash, randomBytes } from 'node:crypto'
import { type Tx, col } from '@wattyard/server-kit'
import { INVITATION_HOURS } from '../../contract/invitation.ts'
import type { Person } from '../second-factor/second-factor.ts'

const HOUR_MS = 3_600_000
const SECRET_BYTES = 32
const SECRET = /^[A-Za-z0-9_-]{43}$/

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Returns the link's path relative to the console. The secret follows the `#`, so that it appears in no log of a server or proxy
 * and in no referrer (trust W16).
 */
export const invitationPath = (secret: string): `/${string}` => `/login#invitation=${secret}`

export interface MadeInvitation {
  secret: string
  /** Epoch ms. */
  expiresAt: number
}

/** Creates a link for a person without a password; it replaces an older one. */
export async function makeInvitation(
  tx: Tx,
  { tenantId, userId }: Person,
  invitedBy: string,
  now: number,
): Promise<MadeInvitation> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const expiresAt = now + INVITATION_HOURS * HOUR_MS
  await tx.execute(
    `insert into identity_invitation (tenant_id, user_id, secret_hash, invited_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, user_id) do update set secret_hash = excluded.secret_hash, invited_by = excluded.invited_by,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [tenantId, userId, hashOf(secret), invitedBy, new Date(now), new Date(expiresAt)],
  )
  await tx.execute('update identity_user set invited_until_at = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    userId,
    new Date(expiresAt),
  ])
  return { secret, expiresAt }
}

/** Withdraws the links of these people. */
export async function withdrawInvitations(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<void> {
  await tx.execute('delete from identity_invitation where tenant_id = $1 and user_id = any($2::uuid[])', [
    tenantId,
    [...userIds],
  ])
  await tx.execute(
    'update identity_user set invited_until_at = null where tenant_id = $1 and id = any($2::uuid[]) and invited_until_at is not null',
    [tenantId, [...userIds]],
  )
}

/**
 * Ends a link made by another person when rights are changed, because it would open more than its maker may do. A person who
 * gives the rights has them and may keep the own link.
 */
export async function endInvitationOfOthers(tx: Tx, { tenantId, userId }: Person, callerId: string): Promise<void> {
  const others = await tx.query(
    'select 1 from identity_invitation where tenant_id = $1 and user_id = $2 and invited_by <> $3',
    [tenantId, userId, callerId],
  )
  if (others.length > 0) await withdrawInvitations(tx, tenantId, [userId])
}

export interface Invited extends Person {
  invitedBy: string
  loginName: string
  displayName: string
  tenantCode: string
  tenantName: string
  isHome: boolean
  expiresAt: number
}

const ROW = {
  tenant_id: col.uuid,
  user_id: col.uuid,
  invited_by: col.uuid,
  login_name: col.text,
  display_name: col.text,
  code: col.text,
  name: col.text,
  is_home: col.boolean,
  expires_at: col.instant,
}

/**
 * Returns the person of a valid link: not expired, the person without a password, and person, maker and tenant active. With
 * `lock` no other request can use it before this transaction ends. Runs in a transaction of the platform.
 */
export async function findInvitation(tx: Tx, secret: string, now: number, lock = false): Promise<Invited | null> {
  if (!SECRET.test(secret)) return null
  const [row] = await tx.query(
    ROW,
    `select i.tenant_id, i.user_id, i.invited_by, u.login_name, u.display_name, t.code, t.name, t.is_home, i.expires_at
     from identity_invitation i
     join identity_user u on u.tenant_id = i.tenant_id and u.id = i.user_id
     join identity_user b on b.tenant_id = i.tenant_id and b.id = i.invited_by
     join identity_tenant t on t.tenant_id = i.tenant_id and t.id = i.tenant_id
     where i.secret_hash = $1 and i.expires_at > $2 and u.password_hash is null and u.status = 'active' and b.status = 'active'
       and t.status = 'active' ${lock ? 'for update of i, u' : ''}`,
    [hashOf(secret), new Date(now)],
  )
  if (!row) return null
  return {
    tenantId: row.tenant_id,
    userId: row.user_id,
    invitedBy: row.invited_by,
    loginName: row.login_name,
    displayName: row.display_name,
    tenantCode: row.code,
    tenantName: row.name,
    isHome: row.is_home,
    expiresAt: row.expires_at,
  }
}

/**
 * Deletes links that are expired, superseded by a password, or whose maker is disabled. Their people are then shown as not
 * invited.
 */
export async function tidyInvitations(tx: Tx, now: number): Promise<void> {
  await tx.execute(
    `delete from identity_invitation i using identity_user u, identity_user b
     where u.tenant_id = i.tenant_id and u.id = i.user_id and b.tenant_id = i.tenant_id and b.id = i.invited_by
       and (i.expires_at <= $1 or u.password_hash is not null or b.status <> 'active')`,
    [new Date(now)],
  )
  await tx.execute(
    `update identity_user u set invited_until_at = null where invited_until_at is not null
     and not exists (select 1 from identity_invitation i where i.tenant_id = u.tenant_id and i.user_id = u.id)`,
  )
}
