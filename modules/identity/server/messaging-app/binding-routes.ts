import { fillPath, idInput } from '@wattyard/calls'
import { audit, type RawCall, Refusal, type Route, route, serveCall } from '@wattyard/server-kit'
import { z } from 'zod'
import { confirmPassword, verifySession } from '../../contract/calls/second-factor.ts'
import { makeQrCode, readBinding, unbindMessagingApp, type BindState } from '../../contract/calls/binding.ts'
import { readSessionCookie } from '../sign-in/cookies.ts'
import { type FactorWorld, refuseCode } from '../second-factor/factor-routes.ts'
import { drawQrCode } from './qr-code.ts'
import { actorOfRaw, changingCaller, withPassword } from '../sessions/reauthenticate.ts'
import {
  claimPairing,
  pairingLink,
  newPairingId,
  type OwnPairing,
  removeBinding,
  pairingOfSession,
  storePairing,
} from './pairing.ts'
import { tryCode } from '../second-factor/second-factor.ts'
import { secretHash } from '../sessions/sessions.ts'
import type { AddressThrottle } from '../sign-in/throttle.ts'
import {
  forgetVerification,
  isRising,
  keepRaised,
  mustBeVerified,
  mustHaveFreshPassword,
  mustOfferFactors,
  type OwnStanding,
  raiseSession,
  standingOf,
  verificationOf,
} from '../second-factor/verification.ts'

export interface BindingWorld extends FactorWorld {
  /** QR codes by person. */
  codes: AddressThrottle
}

/** Most QR codes of one person per minute. */
export const CODES_PER_MINUTE = 20

/** Returns the origin at which the person's browser reached the server, for the address in the QR code. */
function originOf({ request }: RawCall): string {
  const origin = `${request.protocol}://${request.host}`
  if (!URL.canParse(origin) || new URL(origin).origin !== origin.replace(/:(80|443)$/, ''))
    throw new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'http' } })
  return origin
}

function purposeOf(world: BindingWorld, standing: OwnStanding, isRebind: boolean, now: number): 'bind' | 'verify' {
  if (standing.openid !== null && !isRebind) return 'verify'
  mustOfferFactors(standing, world.profile)
  mustBeVerified(standing, world.profile, now)
  mustHaveFreshPassword(standing, now)
  return 'bind'
}

/** Address of a QR code's picture. */
const PICTURE_PATH = '/pubapi/weixin/bind/picture/:id'

function qrRoute(world: BindingWorld): Route {
  return serveCall(makeQrCode, {
    work: 'raw',
    async handle(call) {
      const caller = changingCaller(call)
      const { app, db, clock, sealKey } = world
      if (!app) throw new Refusal('identity.messengerOff')
      const now = clock.now()
      const standing = await db.platform(tx => standingOf(tx, caller, app.name))
      const purpose = purposeOf(world, standing, call.input.rebind, now)
      const wait = world.codes.take(caller.userId, now)
      if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
      const scene = newPairingId()
      const invitation = await app.invite(scene, originOf(call), call.requestId)
      const id = await db.platform(tx =>
        storePairing(tx, sealKey, caller, { scene, app: app.name, purpose, ...invitation }, now),
      )
      return `/chg${fillPath(PICTURE_PATH, { id }).path}`
    },
  })
}

/** Serves the QR code's picture, rendered here from the app's link, so that no page loads it from another host. */
function pictureRoute(world: BindingWorld): Route {
  const input = z.strictObject({ id: idInput })
  return route({
    method: 'GET',
    path: PICTURE_PATH,
    access: 'public',
    input,
    work: 'raw',
    summary: 'a QR code, for the browser that asked for it',
    async handle(call: RawCall<z.infer<typeof input>>) {
      const hash = secretHash(readSessionCookie(call.request))
      const link = hash
        ? await call.db.platform(tx => pairingLink(tx, world.sealKey, call.input.id, hash, world.clock.now()))
        : null
      if (link === null) throw new Refusal('kernel.notFound', { status: 404 })
      void call.reply.header('content-security-policy', "default-src 'none'; sandbox")
      return call.reply.type('image/svg+xml').send(drawQrCode(link))
    },
  })
}

function stateOf(world: BindingWorld, standing: OwnStanding, scene: OwnPairing | null, now: number): BindState {
  const { due, closable } = verificationOf(standing, world.profile, now)
  const isOpen = scene !== null && scene.claimed_at === null && scene.declined_at === null && scene.expires_at > now
  return {
    timeout: due,
    due,
    closable,
    openid: standing.openid ?? '',
    app: world.app?.name ?? null,
    hasCode: standing.has_code,
    qrUntil: isOpen ? scene.expires_at : null,
    isDeclined: scene !== null && scene.declined_at !== null,
    link: isOpen && world.app?.name === 'standIn' ? scene.link : null,
  }
}

function isRoute(world: BindingWorld): Route {
  return serveCall(readBinding, {
    work: 'raw',
    async handle(call) {
      const caller = changingCaller(call)
      const { db, clock, sealKey, app, profile } = world
      const now = clock.now()
      const { raised, state } = await db.platform(async tx => {
        const scene = await pairingOfSession(tx, sealKey, caller)
        const before = await standingOf(tx, caller, app?.name ?? null)
        const isTaken = scene !== null && (await claimPairing(tx, caller, scene.id, now))
        const raised = isTaken ? await raiseSession(tx, caller, isRising(before, profile, now), now) : null
        const standing = isTaken ? { ...before, verified_at: now } : before
        const seen = isTaken ? { ...scene, claimed_at: now } : scene
        return { raised, state: stateOf(world, standing, seen, now) }
      })
      keepRaised(call, raised)
      return state
    },
  })
}

function removeRoute(world: BindingWorld): Route {
  return serveCall(unbindMessagingApp, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = await withPassword(world, call)
      const now = world.clock.now()
      await call.db.platform(async tx => {
        mustBeVerified(await standingOf(tx, caller, world.app?.name ?? null), world.profile, now)
        if (!(await removeBinding(tx, caller))) throw new Refusal('identity.notBound')
        await forgetVerification(tx, caller.tenantId, caller.userId)
        const after = { result: 'removed', userAgent: call.userAgent }
        const entry = { resource: 'identity.user', recordId: caller.userId, action: 'messaging-app-unbound', after }
        await audit(tx, actorOfRaw(call, caller), [entry], now)
      })
      return null
    },
  })
}

function reauthenticateRoute(world: BindingWorld): Route {
  return serveCall(confirmPassword, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = await withPassword(world, call)
      const now = world.clock.now()
      await call.db.platform(async tx => {
        await tx.execute(
          'update identity_session set password_at = $3 where tenant_id = $1 and id = $2 and ended_at is null',
          [caller.tenantId, caller.sessionId, new Date(now)],
        )
        const after = { method: 'password', result: 'right', userAgent: call.userAgent }
        const entry = { resource: 'identity.session', recordId: caller.userId, action: 're-authentication', after }
        await audit(tx, actorOfRaw(call, caller), [entry], now)
      })
      return null
    },
  })
}

function verifyRoute(world: BindingWorld): Route {
  return serveCall(verifySession, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = changingCaller(call)
      const now = world.clock.now()
      const { tried, raised } = await call.db.platform(async tx => {
        const tried = await tryCode(tx, world.sealKey, caller, call.input.code, now)
        const isGood = tried.result === 'totp' || tried.result === 'recovery-code'
        const after = { method: isGood ? tried.result : 'code', result: tried.result, userAgent: call.userAgent }
        const action = isGood ? 'verify' : 'verify-failed'
        const entry = { resource: 'identity.session', recordId: caller.userId, action, after }
        await audit(tx, actorOfRaw(call, caller), [entry], now)
        if (!isGood) return { tried, raised: null }
        const standing = await standingOf(tx, caller, world.app?.name ?? null)
        return { tried, raised: await raiseSession(tx, caller, isRising(standing, world.profile, now), now) }
      })
      refuseCode(tried)
      keepRaised(call, raised)
      return null
    },
  })
}

/** Returns the routes to bind a messaging app and to verify with it or with a code (contract §4, §6, §7.1). */
export function bindingRoutes(world: BindingWorld): Route[] {
  return [
    qrRoute(world),
    pictureRoute(world),
    isRoute(world),
    removeRoute(world),
    reauthenticateRoute(world),
    verifyRoute(world),
  ]
}
