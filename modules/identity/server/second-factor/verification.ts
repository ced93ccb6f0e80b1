import { type Caller, type RawCall, Refusal, type Tx, col } from '@wattyard/server-kit'
import { type Verification } from '../../contract/calls/me.ts'
import { type FactorPolicy, FACTOR_POLICIES } from '../../contract/binding.ts'
import { type UserType, USER_TYPES } from '../../contract/user.ts'
import { sessionCookies } from '../sign-in/cookies.ts'
import { hashOf, newHalves, type SessionHalves } from '../sessions/sessions.ts'

/** How long after the password a session may change what it is verified by (trust R-12). */
export const FRESH_PASSWORD_MS = 10 * 60_000

/** What decides whether a session has to show a second factor. */
export interface Standing {
  factor_policy: FactorPolicy
  verify_every_s: number | null
  is_owner: boolean
  user_type: UserType
  verified_at: number | null
}

export type Profile = 'demo' | 'production'

/** The platform owner has a second factor in the production profile, whatever the company asks for (trust W9). */
function isRequired({ factor_policy, is_owner }: Standing, profile: Profile): boolean {
  return factor_policy === 'required' || (is_owner && profile === 'production')
}

function isStale({ verified_at, verify_every_s }: Standing, now: number): boolean {
  return verified_at === null || (verify_every_s !== null && now - verified_at >= verify_every_s * 1000)
}

/** Returns whether everything else waits for a second factor; no name and no host has a say in it (trust W12). */
export function owesVerification(standing: Standing, profile: Profile, now: number): boolean {
  return standing.user_type !== 'guest' && isRequired(standing, profile) && isStale(standing, now)
}

/** What who owes a second factor may still call: who they are, giving a factor, making the first one. Signing out is public. */
const WHILE_OWED =
  /^\/api\/(employee\/me|weixin\/bind\/(qrcode|is)|security\/(reauthenticate|factor(\/(begin|confirm|verify))?))$/

export function mayReachWhileOwed(path: string): boolean {
  return WHILE_OWED.test(path)
}

/** The caller's session, person and company, as far as second factors go. */
export interface OwnStanding extends Standing {
  password_at: number | null
  /** Account bound in the app that is in use here. */
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

/** Who has a factor is reminded to show it; who has to have one cannot go on without. */
export function verificationOf(standing: OwnStanding, profile: Profile, now: number): Verification {
  const isMandatory = owesVerification(standing, profile, now)
  const hasFactor = standing.openid !== null || standing.has_code
  const isReminded =
    standing.user_type !== 'guest' && standing.factor_policy !== 'off' && hasFactor && isStale(standing, now)
  return { due: isMandatory || isReminded, closable: !isMandatory }
}

/**
 * Factors are made, changed and taken away by a session that has shown one, as soon as there is one: who knows only the
 * password cannot put a factor of their own in its place.
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

/** @throws Refusal `identity.passwordOwed` when the password was given too long ago */
export function mustHaveFreshPassword({ password_at }: OwnStanding, now: number): void {
  if (password_at === null || now - password_at >= FRESH_PASSWORD_MS)
    throw new Refusal('identity.passwordOwed', { status: 403 })
}

/** Whether a session has been without, and would not be any more. */
export const isRising = (standing: OwnStanding, profile: Profile, now: number): boolean =>
  standing.verified_at === null || owesVerification(standing, profile, now)

export type RaisedSession = SessionHalves & { lasts_ms: number | undefined }

/**
 * Notes that a session has shown a second factor. One that rises by it gets new halves, so that a copy taken before is
 * worth nothing (trust R-08); null when it was verified already.
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

/** Cookies of a session that has risen; nothing for one that stays as it is. */
export function keepRaised(call: RawCall, raised: RaisedSession | null): void {
  if (raised) void call.reply.header('set-cookie', sessionCookies(call.request, raised, raised.lasts_ms))
}

/** A person without any factor left has shown none: where one is required they are asked to make another. */
export async function forgetVerification(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx.execute(
    `update identity_session s set verified_at = null where tenant_id = $1 and user_id = $2 and ended_at is null
       and not exists (select 1 from identity_binding b where b.tenant_id = $1 and b.user_id = $2)
       and not exists (select 1 from identity_second_factor f where f.tenant_id = $1 and f.user_id = $2 and f.confirmed_at is not null)`,
    [tenantId, userId],
  )
}
