import { createHash, randomBytes } from 'node:crypto'
import { audit, type Caller, type Database, newId, seal, type Tx, unseal, col, type RowIn } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { deviceOf } from '../sessions/device-of.ts'
import {
  type AppName,
  type PhoneAnswer,
  PAIRING_ID,
  type PairingService,
  type PairingOutcome,
  type PairingView,
} from './messaging-app.ts'
import { endOtherSessions } from '../sessions/sessions.ts'

const hashOf = (scene: string): Buffer => createHash('sha256').update(scene).digest()
const ownerOf = (id: string): string => `scene ${id}`

export const newPairingId = (): string => randomBytes(16).toString('base64url')

export interface NewPairing {
  scene: string
  app: AppName
  purpose: 'bind' | 'verify'
  link: string
  lasts_ms: number
}

/** Stores the scene of a session in the place of its older ones. */
export async function storePairing(
  tx: Tx,
  key: Uint8Array,
  { tenantId, userId, sessionId }: Caller,
  given: NewPairing,
  now: number,
): Promise<string> {
  const id = newId(now)
  await tx.execute('delete from identity_scene where tenant_id = $1 and session_id = $2', [tenantId, sessionId])
  await tx.execute(
    `insert into identity_scene (tenant_id, id, user_id, session_id, app, purpose, scene_hash, sealed_link, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tenantId,
      id,
      userId,
      sessionId,
      given.app,
      given.purpose,
      hashOf(given.scene),
      seal(key, ownerOf(id), Buffer.from(given.link)),
      new Date(now),
      new Date(now + given.lasts_ms),
    ],
  )
  return id
}

export interface OwnPairing {
  id: string
  expires_at: number
  confirmed_at: number | null
  declined_at: number | null
  claimed_at: number | null
  link: string
}

/** Returns the scene that a session shows, locked. */
export async function pairingOfSession(tx: Tx, key: Uint8Array, caller: Caller): Promise<OwnPairing | null> {
  const [row] = await tx.query(
    {
      id: col.uuid,
      expires_at: col.instant,
      confirmed_at: col.instant.orNull,
      declined_at: col.instant.orNull,
      claimed_at: col.instant.orNull,
      sealed_link: col.bytes,
    },
    `select id, expires_at, confirmed_at, declined_at, claimed_at, sealed_link from identity_scene
     where tenant_id = $1 and session_id = $2 for update`,
    [caller.tenantId, caller.sessionId],
  )
  if (!row) return null
  const { sealed_link, ...scene } = row
  return { ...scene, link: unseal(key, ownerOf(row.id), sealed_link).toString() }
}

/** Returns the content of a scene's QR code, only for the browser whose session shows it; null otherwise. */
export async function pairingLink(
  tx: Tx,
  key: Uint8Array,
  id: string,
  sessionHash: Buffer,
  now: number,
): Promise<string | null> {
  const [row] = await tx.query(
    { sealed_link: col.bytes },
    `select c.sealed_link from identity_scene c join identity_session s on s.tenant_id = c.tenant_id and s.id = c.session_id
     where c.id = $1 and s.secret_hash = $2 and s.ended_at is null and c.confirmed_at is null and c.expires_at > $3`,
    [id, sessionHash, new Date(now)],
  )
  return row ? unseal(key, ownerOf(id), row.sealed_link).toString() : null
}

/** Uses up a confirmed scene. Returns false when there is none, or another call took it. */
export async function claimPairing(tx: Tx, { tenantId }: Caller, id: string, now: number): Promise<boolean> {
  const taken = await tx.execute(
    `update identity_scene set claimed_at = $3
     where tenant_id = $1 and id = $2 and confirmed_at is not null and claimed_at is null`,
    [tenantId, id, new Date(now)],
  )
  return taken === 1
}

/** Removes the person's binding. Returns false when there was none. */
export async function removeBinding(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<boolean> {
  return (
    (await tx.execute('delete from identity_binding where tenant_id = $1 and user_id = $2', [tenantId, userId])) === 1
  )
}

export async function removeOldPairings(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_scene where expires_at < $1', [new Date(now - 60 * 60_000)])
  await tx.execute('delete from identity_callback where expires_at < $1', [new Date(now)])
}

const OPEN_SCENE = {
  tenant_id: col.uuid,
  id: col.uuid,
  user_id: col.uuid,
  session_id: col.uuid,
  app: col.oneOf(['officialAccount', 'standIn']),
  purpose: col.oneOf(['bind', 'verify']),
  login_name: col.text,
  display_name: col.text,
  company: col.text,
  user_agent: col.text,
  ip: col.text,
}

type OpenScene = RowIn<typeof OPEN_SCENE>

async function openScene(tx: Tx, scene: string, app: AppName, now: number): Promise<OpenScene | null> {
  if (!PAIRING_ID.test(scene)) return null
  const [row] = await tx.query(
    OPEN_SCENE,
    `select c.tenant_id, c.id, c.user_id, c.session_id, c.app, c.purpose, u.login_name, u.display_name, t.name as company,
       s.user_agent, s.ip
     from identity_scene c
     join identity_session s on s.tenant_id = c.tenant_id and s.id = c.session_id and s.ended_at is null and s.expires_at > $3
     join identity_user u on u.tenant_id = c.tenant_id and u.id = c.user_id and u.status = 'active'
     join identity_tenant t on t.tenant_id = c.tenant_id and t.status = 'active'
     where c.scene_hash = $1 and c.app = $2 and c.confirmed_at is null and c.declined_at is null and c.expires_at > $3
     for update of c`,
    [hashOf(scene), app, new Date(now)],
  )
  return row ?? null
}

/** Makes or replaces the binding. The tenant is locked, so that of two people with one account the second finds it taken. */
async function bind(tx: Tx, scene: OpenScene, openid: string, now: number): Promise<PairingOutcome> {
  const { tenant_id, user_id, app } = scene
  await tx.query('select 1 from identity_tenant where tenant_id = $1 for update', [tenant_id])
  const taken = await tx.query(
    'select 1 from identity_binding where tenant_id = $1 and app = $2 and openid = $3 and user_id <> $4',
    [tenant_id, app, openid, user_id],
  )
  if (taken.length > 0) return 'in-use'
  await tx.execute(
    `insert into identity_binding (tenant_id, user_id, app, openid, bound_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id) do update set app = excluded.app, openid = excluded.openid, bound_at = excluded.bound_at`,
    [tenant_id, user_id, app, openid, new Date(now)],
  )
  // They were opened without the factor that is there from now on.
  await endOtherSessions(tx, { tenantId: tenant_id, userId: user_id, sessionId: scene.session_id }, now)
  return 'bound'
}

async function verify(tx: Tx, { tenant_id, user_id, app }: OpenScene, openid: string): Promise<PairingOutcome> {
  const rows = await tx.query(
    'select 1 from identity_binding where tenant_id = $1 and user_id = $2 and app = $3 and openid = $4',
    [tenant_id, user_id, app, openid],
  )
  return rows.length > 0 ? 'verified' : 'other-account'
}

const ACTIONS: Readonly<Record<'bind' | 'verify', string>> = {
  bind: 'messaging-app-bound',
  verify: 'messaging-app-verified',
}

/** Returns the last characters of an account id: enough to tell accounts apart in the audit, too few to identify one. */
const tail = (openid: string): string => openid.slice(-4)

async function tell(
  tx: Tx,
  scene: OpenScene,
  answer: Omit<PhoneAnswer, 'openid'>,
  result: string,
  now: number,
  openid = '',
) {
  const { ip, requestId, userAgent } = answer
  const actor = { tenantId: scene.tenant_id, userId: scene.user_id, name: scene.display_name, ip, requestId }
  const isGood = result === 'bound' || result === 'verified'
  const after = { method: scene.app, result, userAgent, ...(openid ? { account: `…${tail(openid)}` } : {}) }
  const action = isGood ? ACTIONS[scene.purpose] : `${ACTIONS[scene.purpose]}-failed`
  await audit(tx, actor, [{ resource: 'identity.user', recordId: scene.user_id, action, after }], now)
}

/** Creates the service that handles phones' answers for one app. */
export function createPairingService(db: Database, clock: Clock, app: AppName): PairingService {
  return {
    look: scene =>
      db.platform(async (tx): Promise<PairingView | null> => {
        const found = await openScene(tx, scene, app, clock.now())
        return found
          ? {
              purpose: found.purpose,
              loginName: found.login_name,
              company: found.company,
              device: deviceOf(found.user_agent),
              network: found.ip,
            }
          : null
      }),
    confirm: answer =>
      db.platform(async (tx): Promise<PairingOutcome> => {
        const now = clock.now()
        const scene = await openScene(tx, answer.scene, app, now)
        if (!scene) return 'gone'
        const outcome =
          scene.purpose === 'bind' ? await bind(tx, scene, answer.openid, now) : await verify(tx, scene, answer.openid)
        await tell(tx, scene, answer, outcome, now, answer.openid)
        // A person with a wrong account can try again with the right one.
        if (outcome === 'bound' || outcome === 'verified')
          await tx.execute('update identity_scene set confirmed_at = $3 where tenant_id = $1 and id = $2', [
            scene.tenant_id,
            scene.id,
            new Date(now),
          ])
        return outcome
      }),
    decline: answer =>
      db.platform(async tx => {
        const now = clock.now()
        const scene = await openScene(tx, answer.scene, app, now)
        if (!scene) return
        await tx.execute('update identity_scene set declined_at = $3 where tenant_id = $1 and id = $2', [
          scene.tenant_id,
          scene.id,
          new Date(now),
        ])
        await tell(tx, scene, answer, 'declined', now)
      }),
  }
}
