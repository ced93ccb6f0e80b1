import {
  actorOf,
  audit,
  type Call,
  Refusal,
  type Route,
  rowInScope,
  type Tx,
  col,
  serveCall,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import {
  listOwnSessions,
  revokeOwnSession,
  revokeOtherSessions,
  listSessionsOfUser,
  revokeSessionOfUser,
  type SeenSession,
} from '../../contract/calls/session.ts'
import { user } from '../../contract/user.ts'
import { deviceOf } from './device-of.ts'
import type { LastSeen } from './last-seen.ts'
import { mayTouch } from '../people/serve-user.ts'
import { endOtherSessions, type SessionLengths } from './sessions.ts'
import { USER_INNER } from '../tables.ts'

export interface SeenWorld {
  clock: Clock
  lengths: SessionLengths
  lastSeen: LastSeen
}

const ROW = {
  id: col.uuid,
  remember: col.boolean,
  assurance: col.oneOf(['password', 'full']),
  ip: col.text,
  user_agent: col.text,
  created_at: col.instant,
  last_seen_at: col.instant,
}

/** Sessions of a person that still live, the one seen last first. */
async function liveSessions(
  { clock, lengths, lastSeen }: SeenWorld,
  tx: Tx,
  { tenantId, userId, askingId }: { tenantId: string; userId: string; askingId: string },
): Promise<SeenSession[]> {
  const now = clock.now()
  const rows = await tx.query(
    ROW,
    `select id, remember, assurance, ip, user_agent, created_at, last_seen_at from identity_session
     where tenant_id = $1 and user_id = $2 and ended_at is null and expires_at > $3`,
    [tenantId, userId, new Date(now)],
  )
  return rows
    .map(row => ({
      id: row.id,
      device: deviceOf(row.user_agent),
      network: row.ip,
      since: row.created_at,
      lastSeenAt: lastSeen.seen(row.id, row.last_seen_at),
      remember: row.remember,
      isThis: row.id === askingId,
      owesCode: row.assurance === 'password',
    }))
    .filter(one => now - one.lastSeenAt < (one.remember ? lengths.rememberIdle_ms : lengths.idle_ms))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt)
}

/** Ends one session of a person; effective with its next request. @throws Refusal `kernel.notFound` */
async function revoke(call: Call, clock: Clock, userId: string, sessionId: string): Promise<null> {
  const now = clock.now()
  const [row] = await call.tx.query(
    { ip: col.text, user_agent: col.text },
    `update identity_session set ended_at = $4, end_reason = 'revoked'
     where tenant_id = $1 and user_id = $2 and id = $3 and ended_at is null returning ip, user_agent`,
    [call.caller.tenantId, userId, sessionId, new Date(now)],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const before = { session: sessionId, ip: row.ip, userAgent: row.user_agent }
  await audit(
    call.tx,
    actorOf(call),
    [{ resource: 'identity.session', recordId: userId, action: 'revoke', before }],
    now,
  )
  return null
}

function ownRoutes(world: SeenWorld): Route[] {
  return [
    serveCall(listOwnSessions, {
      work: 'read',
      async handle({ tx, caller }) {
        const who = { tenantId: caller.tenantId, userId: caller.userId, askingId: caller.sessionId }
        const list = await liveSessions(world, tx, who)
        // Guests share an account: the others are strangers.
        return { list: caller.readOnly ? list.filter(one => one.isThis) : list }
      },
    }),
    serveCall(revokeOwnSession, {
      work: 'write',
      handle: call => revoke(call, world.clock, call.caller.userId, call.input.id),
    }),
    serveCall(revokeOtherSessions, {
      work: 'write',
      async handle(call) {
        const now = world.clock.now()
        const ended = await endOtherSessions(call.tx, call.caller, now)
        const entry = { resource: 'identity.session', recordId: call.caller.userId, action: 'revoke-others' }
        await audit(call.tx, actorOf(call), [{ ...entry, after: { ended } }], now)
        return { ended }
      },
    }),
  ]
}

function othersRoutes(world: SeenWorld): Route[] {
  const person = async (call: Call, id: string): Promise<void> => {
    const row = await rowInScope(call.tx, call.caller, user, id, { inner: USER_INNER })
    await mayTouch(call, row)
  }
  return [
    serveCall(listSessionsOfUser, {
      work: 'read',
      async handle(call) {
        await person(call, call.input.id)
        const { tenantId, sessionId } = call.caller
        return { list: await liveSessions(world, call.tx, { tenantId, userId: call.input.id, askingId: sessionId }) }
      },
    }),
    serveCall(revokeSessionOfUser, {
      work: 'write',
      async handle(call) {
        await person(call, call.input.id)
        return revoke(call, world.clock, call.input.id, call.input.session)
      },
    }),
  ]
}

/** Returns the routes to list and end sessions (trust R-11). */
export function seenSessionRoutes(world: SeenWorld): Route[] {
  return [...ownRoutes(world), ...othersRoutes(world)]
}
