import { type Caller, type RawCall, Refusal, type Tx, col } from '@wattyard/server-kit'
import { type Verification } from '../../contract/calls/me.ts'
import { type FactorPolicy, FACTOR_POLICIES } from '../../contract/binding.ts'
import { type UserType, USER_TYPES } from '../../contract/user.ts'
import { sessionCookies } from '../sign-in/cookies.ts'
import { hashOf, newHalves, type SessionHalves } from '../sessions/sessions.ts'

/** Time after the password within which a session can change its factors (trust R-12). */
export const FRESH_PASSWORD_MS = 10 * 60_000

/** Facts that decide whether a session has to show a second factor. */
export interface Standing {
  factor_policy: FactorPolicy
  verify_every_s: number | null
  is_owner: boolean
  user_type: UserType
  verified_at: number | null
}

export type Profile = 'demo' | 'production'

/**
 * Returns whether a second factor is compulsory. In the production profile it is for the platform owner, whatever the tenant's
 * policy (trust W9).
 */
function isRequired({ factor_policy, is_owner }: Standing, profile: Profile): boolean {
  return factor_policy === 'required' || (is_owner && profile === 'production')
}

function isStale({ verified_at, verify_every_s }: Standing, now: number): boolean {
  return verified_at === null || (verify_every_s !== null && now - verified_at >= verify_every_s * 1000)
}

/** Returns whether all other calls have to wait for a second factor; names and hosts never matter (trust W12). */
export function owesVerification(standing: Standing, profile: Profile, now: number): boolean {
  return standing.user_type !== 'guest' && isRequired(standing, profile) && isStale(standing, now)
}

/**
 * Paths allowed while a second factor is due: reading the own account, giving a factor, setting up the first one. Signing out is
 * public.
 */
const WHILE_OWED =
  /^\/api\/(employee\/me|weixin\/bind\/(qrcode|is)|security\/(reauthenticate|factor(\/(begin|confirm|verify))?))$/

export function mayReachWhileOwed(path: string): boolean {
  return WHILE_OWED.test(path)
}

/** Second-factor state of the caller's session, person and tenant. */
export interface OwnStanding extends Standing {
  password_at: number | null
  /** Account bound in the app that this installation uses. */
  openid: string | null
  has_code: boolean
}

const NOBODY: OwnStanding = {
  factor_policy: 'optional',
  verify_every_s: null,
  is_owner: false,
  user_type: 'guest',
  verified_at: null,
  password_at: null,
  openid: null,
  has_code: false,
}

export async function standingOf(tx: Tx, caller: Caller, app: string | null): Promise<OwnStanding> {
  const [row] = await tx.query(
    {
      factor_policy: col.oneOf(FACTOR_POLICIES),
      verify_every_s: col.integer.orNull,
      is_owner: col.boolean,
      user_type: col.oneOf(USER_TYPES),
      verified_at: col.instant.orNull,
      password_at: col.instant.orNull,
      openid: col.text.orNull,
      has_code: col.boolean,
    },
    `select t.factor_policy, t.verify_every_s, u.is_owner, u.user_type, s.verified_at, s.password_at, b.openid,
       exists (select 1 from identity_second_factor f
         where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null) as has_code
     from identity_session s
     join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
     join identity_tenant t on t.tenant_id = s.tenant_id
     left join identity_binding b on b.tenant_id = u.tenant_id and b.user_id = u.id and b.app = $3
     where s.tenant_id = $1 and s.id = $2`,
    [caller.tenantId, caller.sessionId, app],
  )
  return row ?? NOBODY
}

/**
 * Returns whether verification is due. People with a factor are reminded to show it; people who need one cannot continue without.
 */
export function verificationOf(standing: OwnStanding, profile: Profile, now: number): Verification {
  const isMandatory = owesVerification(standing, profile, now)
  const hasFactor = standing.openid !== null || standing.has_code
  const isReminded =
    standing.user_type !== 'guest' && standing.factor_policy !== 'off' && hasFactor && isStale(standing, now)
  return { due: isMandatory || isReminded, closable: !isMandatory }
}

/**
 * Checks that the session may change factors: as soon as a factor exists, it must have shown one. Otherwise a thief of the
 * password could set up an own factor.
 *
 * @throws Refusal `identity.verificationOwed`, `identity.factorOff`
 */
export function mustBeVerified(standing: OwnStanding, profile: Profile, now: number): void {
  const hasFactor = standing.openid !== null || standing.has_code
  const isOld = owesVerification(standing, profile, now) || standing.verified_at === null
  if (hasFactor && isOld) throw new Refusal('identity.verificationOwed', { status: 403 })
}

export function mustOfferFactors(standing: OwnStanding, profile: Profile): void {
  if (standing.factor_policy === 'off' && !isRequired(standing, profile)) throw new Refusal('identity.factorOff')
}

/**
 * Checks that the password was given recently.
 * @throws Refusal `identity.passwordOwed`
 */
export function mustHaveFreshPassword({ password_at }: OwnStanding, now: number): void {
  if (password_at === null || now - password_at >= FRESH_PASSWORD_MS)
    throw new Refusal('identity.passwordOwed', { status: 403 })
}

/** Returns whether showing a factor now raises the session. */
export const isRising = (standing: OwnStanding, profile: Profile, now: number): boolean =>
  standing.verified_at === null || owesVerification(standing, profile, now)

export type RaisedSession = SessionHalves & { lasts_ms: number | undefined }

/**
 * Records that a session has shown a second factor. A raised session gets new halves, so that an earlier copy is useless (trust
 * R-08); null when it was already verified.
 */
export async function raiseSession(
  tx: Tx,
  { tenantId, sessionId }: Caller,
  isRising: boolean,
  now: number,
): Promise<RaisedSession | null> {
  const halves = isRising ? newHalves() : null
  const [row] = await tx.query(
    { remember: col.boolean, expires_at: col.instant },
    `update identity_session set verified_at = $3, secret_hash = coalesce($4, secret_hash), handle_hash = coalesce($5, handle_hash)
     where tenant_id = $1 and id = $2 and ended_at is null returning remember, expires_at`,
    [tenantId, sessionId, new Date(now), halves ? hashOf(halves.secret) : null, halves ? hashOf(halves.handle) : null],
  )
  if (!row) throw new Refusal('identity.signedOut', { status: 401 })
  return halves ? { ...halves, lasts_ms: row.remember ? row.expires_at - now : undefined } : null
}

/** Sets the cookies of a raised session; does nothing for an unchanged one. */
export function keepRaised(call: RawCall, raised: RaisedSession | null): void {
  if (raised) void call.reply.header('set-cookie', sessionCookies(call.request, raised, raised.lasts_ms))
}

/** Clears the verification of a person without any factor left, so that a compulsory factor has to be set up again. */
export async function forgetVerification(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx.execute(
    `update identity_session s set verified_at = null where tenant_id = $1 and user_id = $2 and ended_at is null
       and not exists (select 1 from identity_binding b where b.tenant_id = $1 and b.user_id = $2)
       and not exists (select 1 from identity_second_factor f where f.tenant_id = $1 and f.user_id = $2 and f.confirmed_at is not null)`,
    [tenantId, userId],
  )
}
