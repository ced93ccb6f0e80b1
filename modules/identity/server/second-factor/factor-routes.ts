import { audit, invalid, type RawCall, Refusal, type Route, type Tx, serveCall } from '@wattyard/server-kit'
import {
  readOwnFactor,
  beginFactor,
  confirmFactor,
  switchFactorOff,
  replaceRecoveryCodes,
} from '../../contract/calls/second-factor.ts'
import { actorOfRaw, changingCaller, type OwnWorld, withPassword } from '../sessions/reauthenticate.ts'
import { factorState, proposeFactor, removeFactor, renewRecoveryCodes, tryCode } from './second-factor.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { base32, otpauthUri } from './totp.ts'
import type { MessagingApp } from '../messaging-app/messaging-app.ts'
import {
  forgetVerification,
  isRising,
  keepRaised,
  mustBeVerified,
  mustOfferFactors,
  type Profile,
  raiseSession,
  standingOf,
} from './verification.ts'

export interface FactorWorld extends OwnWorld {
  /** Seals the secrets, 32 bytes. */
  sealKey: Uint8Array
  /** Name shown by the authenticator app beside the codes. */
  issuer: string
  profile: Profile
  /** Null when there is none; authenticator apps then serve for verification. */
  app: MessagingApp | null
}

/** Throws the refusal for a code that was not accepted, at the field with the code. */
export function refuseCode({ result, waitS }: Awaited<ReturnType<typeof tryCode>>): void {
  if (result === 'totp' || result === 'recovery-code') return
  if (result === 'too-many-codes')
    throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: waitS } })
  if (result === 'no-factor') throw new Refusal('identity.noFactor')
  throw invalid({ code: { key: 'identity.field.wrongCode' } })
}

/** Runs `then` in the transaction of a good code; a bad one is counted, audited and refused. */
async function withGoodCode<T>(
  world: FactorWorld,
  call: RawCall,
  code: string,
  wanted: 'confirmed' | 'proposed',
  action: string,
  then: (tx: Tx) => Promise<T>,
): Promise<T> {
  const caller = changingCaller(call)
  const now = world.clock.now()
  const judged = await call.db.platform(async tx => {
    const tried = await tryCode(tx, world.sealKey, caller, code, now, wanted)
    const isGood = tried.result === 'totp' || tried.result === 'recovery-code'
    const result = isGood ? 'done' : tried.result
    const after = { method: isGood ? tried.result : 'code', result, userAgent: call.userAgent }
    const entry = { recordId: caller.userId, action: isGood ? action : `${action}-failed`, after }
    await audit(tx, actorOfRaw(call, caller), [{ resource: 'identity.user', ...entry }], now)
    return { ...tried, answer: isGood ? await then(tx) : null }
  })
  refuseCode(judged)
  return judged.answer as T // a code that is not good was refused in the line above
}

function stateRoute(): Route {
  return serveCall(readOwnFactor, {
    work: 'read',
    handle: ({ tx, caller }) => factorState(tx, caller),
  })
}

function beginRoute(world: FactorWorld): Route {
  return serveCall(beginFactor, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = await withPassword(world, call)
      const now = world.clock.now()
      const secret = await call.db.platform(async tx => {
        const standing = await standingOf(tx, caller, world.app?.name ?? null)
        mustOfferFactors(standing, world.profile)
        mustBeVerified(standing, world.profile, now)
        return proposeFactor(tx, world.sealKey, caller, now)
      })
      if (!secret) throw new Refusal('identity.factorExists')
      return { secret: base32(secret), uri: otpauthUri(secret, world.issuer, caller.loginName) }
    },
  })
}

function confirmRoute(world: FactorWorld): Route {
  return serveCall(confirmFactor, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = changingCaller(call)
      const appName = world.app?.name ?? null
      const now = world.clock.now()
      const before = await call.db.platform(tx => standingOf(tx, caller, appName))
      mustBeVerified(before, world.profile, now)
      const { recoveryCodes, raised } = await withGoodCode(
        world,
        call,
        call.input.code,
        'proposed',
        'second-factor-on',
        async tx => {
          // They were opened without the factor that is owed from now on.
          await endOtherSessions(tx, caller, now)
          return {
            raised: await raiseSession(tx, caller, isRising(before, world.profile, now), now),
            recoveryCodes: await renewRecoveryCodes(tx, world.sealKey, caller),
          }
        },
      )
      keepRaised(call, raised)
      return { recoveryCodes }
    },
  })
}

function offRoute(world: FactorWorld): Route {
  return serveCall(switchFactorOff, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = await withPassword(world, call)
      await withGoodCode(world, call, call.input.code, 'confirmed', 'second-factor-off', async tx => {
        await removeFactor(tx, caller)
        await forgetVerification(tx, caller.tenantId, caller.userId)
      })
      return null
    },
  })
}

function recoveryRoute(world: FactorWorld): Route {
  return serveCall(replaceRecoveryCodes, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = await withPassword(world, call)
      const recoveryCodes = await withGoodCode(
        world,
        call,
        call.input.code,
        'confirmed',
        'recovery-codes-renewed',
        tx => renewRecoveryCodes(tx, world.sealKey, caller),
      )
      return { recoveryCodes }
    },
  })
}

/** Returns the second factor of the caller themself. */
export function factorRoutes(world: FactorWorld): Route[] {
  return [stateRoute(), beginRoute(world), confirmRoute(world), offRoute(world), recoveryRoute(world)]
}
