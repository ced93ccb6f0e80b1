import { audit, type RawCall, Refusal, type Route, type Tx, col, serveCall } from '@wattyard/server-kit'
import { beginFreeTry } from '../../contract/calls/sign-in.ts'
import { readSessionCookie, sessionCookies } from './cookies.ts'
import { insertUser } from '../tenants/create-tenant.ts'
import { beginSession, endSessionOf, type SessionHalves } from '../sessions/sessions.ts'
import type { SignInWorld } from './sign-in.ts'
import type { AddressThrottle } from './throttle.ts'

/** Limits of trust W4. */
export const TRIES_PER_MINUTE = 5
export const GUESTS_AT_ONCE = 200
export const GUEST_MINUTES = 30

/**
 * Permissions of guests: reading what the demonstration shows, but not users, settings, pile credentials, device logs, and notices
 * before they are published; published ones come with the messages.
 */
const GUEST_READS =
  /^(?!identity\.(user|role|registration)|platform\.|gateway\.(credential|log)|notifications\.notice:).*:read$/

export interface FreeTryWorld extends SignInWorld {
  isFreeTryOn: boolean
  /** Free tries by address. */
  tries: AddressThrottle
  permissions: () => readonly string[] | null
}

interface Guest {
  tenantId: string
  userId: string
  name: string
}

const off = () => new Refusal('identity.freeTryOff', { status: 403 })

/**
 * Returns the demonstration's shared guest, created at the first use. Its tenant is locked, so that concurrent requests are
 * serialised.
 */
async function guestOf(tx: Tx, permissions: readonly string[]): Promise<Guest> {
  const [tenant] = await tx.query(
    { tenant_id: col.uuid },
    `select tenant_id from identity_tenant where profile = 'demo' and status = 'active' order by is_home desc, tenant_id limit 1 for update`,
  )
  if (!tenant) throw off()
  const tenantId = tenant.tenant_id
  const [role] = await tx.query(
    { id: col.uuid },
    `update identity_role set permissions = $2 where tenant_id = $1 and code = 'guest' and is_system returning id`,
    [tenantId, permissions.filter(permission => GUEST_READS.test(permission))],
  )
  if (!role) throw off()
  const [known] = await tx.query(
    { id: col.uuid, status: col.text, display_name: col.text },
    `select id, status, display_name from identity_user
     where tenant_id = $1 and user_type = 'guest' and password_hash is null and role_ids = array[$2]::uuid[] order by id limit 1`,
    [tenantId, role.id],
  )
  // Disabling the guest switches the free try off.
  if (known && known.status !== 'active') throw off()
  if (known) return { tenantId, userId: known.id, name: known.display_name }
  const taken = await tx.query("select 1 from identity_user where tenant_id = $1 and login_key = 'guest'", [tenantId])
  const name = '访客'
  const userId = await insertUser(tx, tenantId, {
    loginName: taken.length ? `guest-${tenantId.slice(-8)}` : 'guest',
    displayName: name,
    passwordHash: null,
    roleIds: [role.id],
    userType: 'guest',
  })
  return { tenantId, userId, name }
}

async function mustHavePlace(tx: Tx, guest: Guest, now: number, idle_ms: number): Promise<void> {
  const [row] = await tx.query(
    { living: col.bigint },
    `select count(*) as living from identity_session
     where tenant_id = $1 and user_id = $2 and ended_at is null and expires_at > $3 and last_seen_at > $4`,
    [guest.tenantId, guest.userId, new Date(now), new Date(now - idle_ms)],
  )
  if (Number(row?.living ?? 0n) >= GUESTS_AT_ONCE)
    throw new Refusal('identity.freeTryFull', { status: 503, params: { seconds: 60 } })
}

async function begin(world: FreeTryWorld, call: RawCall): Promise<SessionHalves> {
  const { ip, userAgent, requestId } = call
  const permissions = world.permissions()
  if (!world.isFreeTryOn || !permissions) throw off()
  const now = world.clock.now()
  const wait = world.tries.take(ip, now)
  if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
  return call.db.platform(async tx => {
    const guest = await guestOf(tx, permissions)
    await mustHavePlace(tx, guest, now, world.lengths.idle_ms)
    await endSessionOf(tx, readSessionCookie(call.request), 'signed-out', now)
    const after = { method: 'free-try', result: 'signed-in', userAgent }
    const entry = { resource: 'identity.session', recordId: guest.userId, action: 'sign-in', after }
    await audit(tx, { ...guest, ip, requestId }, [entry], now)
    const { tenantId, userId } = guest
    const session = { tenantId, userId, assurance: 'full' as const, remember: false, ip, userAgent, now }
    const lengths = { ...world.lengths, absolute_ms: GUEST_MINUTES * 60_000 }
    return beginSession(tx, { ...session, most: GUESTS_AT_ONCE }, lengths)
  })
}

/** Returns the contract's free try: a look at the demonstration that can change nothing (trust W4). */
export function freeTryRoute(world: FreeTryWorld): Route {
  return serveCall(beginFreeTry, {
    work: 'raw',
    bodyLimit: 4096,
    async handle(call) {
      const halves = await begin(world, call)
      void call.reply.header('set-cookie', sessionCookies(call.request, halves, undefined))
      return { token: halves.handle }
    },
  })
}
