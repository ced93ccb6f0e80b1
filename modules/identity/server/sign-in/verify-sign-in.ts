import { audit, invalid, Refusal, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { type CodeResult, tryCode } from '../second-factor/second-factor.ts'
import {
  beginSession,
  endSessionOf,
  handleMatches,
  secretHash,
  type SessionHalves,
  type SessionLengths,
} from '../sessions/sessions.ts'
import type { SignInWorld } from './sign-in.ts'

export interface VerifyRequest {
  code: string
  /** Both halves of the session that the password opened. */
  secret: string | undefined
  handle: string | undefined
  ip: string
  userAgent: string
  requestId: string
}

const HALF = {
  tenant_id: col.uuid,
  user_id: col.uuid,
  remember: col.boolean,
  handle_hash: col.bytes,
  created_at: col.instant,
  display_name: col.text,
}

type Half = RowIn<typeof HALF>

async function findHalf(tx: Tx, { secret, handle }: VerifyRequest, now: number): Promise<Half | null> {
  const hash = secretHash(secret)
  if (!hash) return null
  // The session is locked: of two codes at the same moment the second finds it ended.
  const [row] = await tx.query(
    HALF,
    `select s.tenant_id, s.user_id, s.remember, s.handle_hash, s.created_at, u.display_name from identity_session s
     join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 'active'
     join identity_tenant t on t.tenant_id = s.tenant_id and t.status = 'active'
     where s.secret_hash = $1 and s.assurance = 'password' and s.ended_at is null and s.expires_at > $2 for update of s`,
    [hash, new Date(now)],
  )
  return row && handleMatches(handle, row.handle_hash) ? row : null
}

type Outcome = { result: CodeResult; waitS: number; session: (SessionHalves & { remember: boolean }) | null }

/** Completes a sign-in: a valid code turns the password's session into a new, full one (trust ). */
export async function verifySignIn(
  world: SignInWorld & { lengths: SessionLengths },
  request: VerifyRequest,
): Promise<SessionHalves & { remember: boolean }> {
  const began = world.clock.now()
  const wait = world.addresses.take(request.ip, began)
  if (wait > 0) throw new Refusal('identity.tooManySignIns', { status: 429, params: { seconds: wait } })
  const outcome = await world.db.platform(async (tx): Promise<Outcome> => {
    const now = world.clock.now()
    const half = await findHalf(tx, request, now)
    if (!half) return { result: 'no-factor', waitS: 0, session: null }
    const person = { tenantId: half.tenant_id, userId: half.user_id }
    const tried = await tryCode(tx, world.sealKey, person, request.code, now)
    const { ip, requestId, userAgent } = request
    const isGood = tried.result === 'totp' || tried.result === 'recovery-code'
    const after = { method: isGood ? tried.result : 'code', result: isGood ? 'signed-in' : tried.result, userAgent }
    const entry = { resource: 'identity.session', recordId: half.user_id, after }
    const action = isGood ? 'sign-in' : 'sign-in-failed'
    await audit(tx, { ...person, name: half.display_name, ip, requestId }, [{ ...entry, action }], now)
    if (!isGood) return { ...tried, session: null }
    await endSessionOf(tx, request.secret, 'signed-out', now)
    await tx.execute('update identity_user set last_sign_in_at = $3 where tenant_id = $1 and id = $2', [
      person.tenantId,
      person.userId,
      new Date(now),
    ])
    const session = {
      ...person,
      remember: half.remember,
      ip,
      userAgent,
      now,
      assurance: 'full' as const,
      passwordAt: half.created_at,
      verifiedAt: now,
    }
    return { ...tried, session: { ...(await beginSession(tx, session, world.lengths)), remember: half.remember } }
  })
  const { session, result, waitS } = outcome
  if (session) {
    world.addresses.giveBack(request.ip, began)
    return session
  }
  if (result === 'no-factor') throw new Refusal('identity.notSignedIn', { status: 401 })
  if (result === 'too-many-codes')
    throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: waitS } })
  throw invalid({ code: { key: 'identity.field.wrongCode' } })
}
