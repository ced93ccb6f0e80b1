import { type Authenticator, type Caller, type Language, Refusal, type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { FACTOR_POLICIES } from '../../contract/binding.ts'
import { passwordEndsAt, type PasswordRule } from '../../contract/password-age.ts'
import { USER_TYPES } from '../../contract/user.ts'
import { callerOf, withPlatform } from './caller-of.ts'
import { grantedByStamp } from '../rights/granted.ts'
import { rightsStamp } from './rights-stamp.ts'
import type { LastSeen } from './last-seen.ts'
import { type EndReason, handleMatches, secretHash, type SessionLengths } from './sessions.ts'
import { mayReachWhilePasswordOwed } from '../passwords/own-password.ts'
import { mayReachWhileOwed, owesVerification, type Profile } from '../second-factor/verification.ts'

/** By name: a statement that takes all columns is not kept prepared (decision 395), and this one is of every call. */
const SESSION = {
  tenant_id: col.uuid,
  session_id: col.uuid,
  handle_hash: col.bytes,
  remember: col.boolean,
  assurance: col.oneOf(['password', 'full']),
  verified_at: col.instant.orNull,
  last_seen_at: col.instant,
  expires_at: col.instant,
  end_reason: col.oneOf(['signed-out', 'revoked', 'replaced']).orNull,
  user_id: col.uuid,
  login_name: col.text,
  display_name: col.text,
  user_type: col.oneOf(USER_TYPES),
  user_status: col.text,
  is_owner: col.boolean,
  must_change_password: col.boolean,
  /** Instant at which the password was chosen; null for people without an ageing password. */
  password_at: col.instant.orNull,
  password_max_age_days: col.integer.orNull,
  tenant_status: col.text,
  is_home: col.boolean,
  factor_policy: col.oneOf(FACTOR_POLICIES),
  verify_every_s: col.integer.orNull,
  scope_operator_ids: col.uuids,
  scope_station_ids: col.uuids,
  scope_investor_ids: col.uuids,
  role_stamps: col.texts,
} as const
const FOUND = { ...SESSION, wording: col.uuid.orNull }

type Found = RowIn<typeof FOUND>

/**
 * One query: session, person, state of the roles (0182_identity_role_stamps.sql), and whether the tenant's wording has changed.
 * Nothing revocable is cached, so a revocation takes effect with the next request (trust R-27).
 */
const FIND = `select ${Object.keys(SESSION).join(', ')}, (select w.version from kernel_wording w where w.tenant_id = f.tenant_id) as wording
  from identity_find_session($1) f`

/** A password chosen by somebody else, or an expired one, can only be used to choose another. */
const PASSWORD_OWED = { code: 'identity.passwordChangeOwed', allows: mayReachWhilePasswordOwed }

/** Until a second factor was shown, all other calls are refused, whatever the console does (trust R-06). */
const OWED = { code: 'identity.verificationOwed', allows: mayReachWhileOwed }

/** Error for the owner of an ended session, by the codes of the contract (§8). */
const ENDINGS: Readonly<Record<EndReason, string>> = {
  'signed-out': 'identity.signedOut',
  revoked: 'identity.signedOut',
  replaced: 'identity.signedInElsewhere',
}

/** Returns whether the password has to be changed before anything else. */
export function owesPassword(
  found: Pick<Found, 'must_change_password' | 'password_at' | 'password_max_age_days'>,
  installation: PasswordRule,
  now: number,
): boolean {
  const { must_change_password, password_at, password_max_age_days } = found
  const endsAt = passwordEndsAt(password_at, password_max_age_days ?? installation.maxAgeDays)
  return must_change_password || (endsAt !== null && now >= endsAt)
}

function refuseEnded(found: Found, seen: number, now: number, lengths: SessionLengths): void {
  if (found.end_reason) throw new Refusal(ENDINGS[found.end_reason], { status: 401 })
  if (found.user_status !== 'active' || found.tenant_status !== 'active')
    throw new Refusal('identity.signedOut', { status: 401 })
  const idle = found.remember ? lengths.rememberIdle_ms : lengths.idle_ms
  if (now >= found.expires_at || now - seen >= idle) throw new Refusal('identity.sessionExpired', { status: 401 })
  // Verifying and signing out are public routes that read the cookie themselves; all others pass this check.
  if (found.assurance !== 'full') throw new Refusal('identity.codeOwed', { status: 401 })
}

export interface CallerFinder extends Authenticator {
  /**
   * The caller by the secret half alone, for a link that something else proves to be theirs, such as its signature.
   *
   * @throws Refusal as `find` does, of a session that has ended
   */
  findByCookie(tx: Tx, cookie: string | undefined, language: Language): Promise<Caller | null>
}

/**
 * Returns the finder of callers by both halves of the session: the secret in the cookie and the public handle in the address. One
 * half alone is not enough: a leaked address is useless, and a form posted from elsewhere has the cookie but not the handle.
 */
export function sessionAuthenticator(
  clock: Clock,
  lengths: SessionLengths,
  lastSeen: LastSeen,
  profile: Profile,
  passwords: PasswordRule,
): CallerFinder {
  const granted = grantedByStamp()

  async function read(tx: Tx, cookie: string | undefined): Promise<Found | null> {
    const hash = secretHash(cookie)
    if (!hash) return null
    const [found] = await tx.query(FOUND, FIND, [hash])
    return found ?? null
  }

  async function asCaller(tx: Tx, found: Found, language: Language): Promise<Caller> {
    const now = clock.now()
    const seen = lastSeen.seen(found.session_id, found.last_seen_at)
    refuseEnded(found, seen, now, lengths)
    lastSeen.note(found.tenant_id, found.session_id, seen, now)
    const person = {
      tenantId: found.tenant_id,
      userId: found.user_id,
      loginName: found.login_name,
      displayName: found.display_name,
      userType: found.user_type,
      operators: found.scope_operator_ids,
      stations: found.scope_station_ids,
      investors: found.scope_investor_ids,
    }
    const { grants, permissions } = await granted(tx, found.tenant_id, found.role_stamps)
    const caller = {
      ...withPlatform(callerOf(person, grants, found.session_id, language, permissions), found.is_home),
      wording: found.wording,
      stamp: () => rightsStamp(found),
    }
    // The second factor comes first: setting one up needs a recently given password, whoever chose it.
    if (owesVerification(found, profile, now)) return { ...caller, owes: OWED }
    return owesPassword(found, passwords, now) ? { ...caller, owes: PASSWORD_OWED } : caller
  }

  return {
    async find(tx, { cookie, handle, language }) {
      const found = handle ? await read(tx, cookie) : null
      return found && handleMatches(handle, found.handle_hash) ? asCaller(tx, found, language) : null
    },
    async findByCookie(tx, cookie, language) {
      const found = await read(tx, cookie)
      return found && asCaller(tx, found, language)
    },
  }
}
