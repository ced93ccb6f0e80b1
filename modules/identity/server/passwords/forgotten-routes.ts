import { finished } from 'node:stream/promises'
import { type CheckedInput } from '@wattyard/calls'
import {
  actorOf,
  audit,
  invalid,
  type LetterPost,
  type RawCall,
  Refusal,
  type Route,
  rowInScope,
  serveCall,
} from '@wattyard/server-kit'
import { readResetCode } from '../../contract/calls/person.ts'
import { askResetCode, takeResetCode } from '../../contract/calls/own-account.ts'
import { noteHand } from '../people/account-hand.ts'
import { user } from '../../contract/user.ts'
import { type CodeCaps, countAsk, countCode } from './code-caps.ts'
import { accountHash, accountName, countedName, forgetFails } from '../sign-in/login-attempts.ts'
import { mustBeNewPassword } from './own-password.ts'
import { mustBeGoodPassword, type PasswordPolicy } from './password-policy.ts'
import { openPasswords } from '../sessions/reauthenticate.ts'
import { RESET_CODE_LETTER } from '../people/letters.ts'
import { isPausing, isResetCode, makeResetCode, RESET_MINUTES, useResetCode, waitingCode } from './reset-code.ts'
import { mayTouch } from '../people/serve-user.ts'
import { lastPasswords, mustBeFresh, passwordPolicyOf, replacePassword } from './replace-password.ts'
import { endSessionsOfUsers } from '../sessions/sessions.ts'
import { findAccount, type SignInWorld } from '../sign-in/sign-in.ts'
import { USER_INNER } from '../tables.ts'
import type { AddressThrottle } from '../sign-in/throttle.ts'

export interface ForgottenWorld extends SignInWorld {
  policy: PasswordPolicy
  letters: LetterPost
  /** Questions about accounts by address (trust W16). */
  questions: AddressThrottle
  /** Codes in a day: of a person, and of an address in all processes. */
  caps: CodeCaps
  /** Tracks work that continues after the answer, so that the shutdown can wait for it. */
  later: (work: () => Promise<void>) => void
}

/** Most questions of one address per minute. */
export const QUESTIONS_PER_MINUTE = 10

export function takeQuestion(world: Pick<ForgottenWorld, 'questions' | 'clock'>, ip: string): void {
  const wait = world.questions.take(ip, world.clock.now())
  if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
}

/** Makes and sends a code if the account exists. Nobody waits for it, so its duration reveals nothing. */
async function makeAndSend(world: ForgottenWorld, call: RawCall, name: string): Promise<void> {
  const now = world.clock.now()
  await world.db.platform(async tx => {
    const { account } = await findAccount(tx, accountName(name))
    if (!account?.is_usable || account.password_hash === null) return
    const person = { tenantId: account.tenant_id, userId: account.id }
    if (await isPausing(tx, person, now)) return
    const actor = { ...person, name: account.display_name, ip: call.ip, requestId: call.requestId }
    const tell = (result: string) => {
      const after = { method: 'reset-code', result, userAgent: call.userAgent }
      return audit(tx, actor, [{ resource: 'identity.user', recordId: account.id, action: 'reset-code', after }], now)
    }
    const counted = await countCode(tx, world.caps, person, now)
    if (counted === 'first-over') await tell('too-many')
    const code = counted === 'within' ? await makeResetCode(tx, world.sealKey, person, now) : null
    if (code === null) return
    await world.letters.post(tx, person.tenantId, {
      kind: RESET_CODE_LETTER.name,
      personId: person.userId,
      params: { minutes: String(RESET_MINUTES) },
      secrets: { code },
      path: null,
      until: now + RESET_MINUTES * 60_000,
    })
    await tell('made')
  })
}

function askRoute(world: ForgottenWorld): Route {
  return serveCall(askResetCode, {
    work: 'raw',
    bodyLimit: 4096,
    async handle(call) {
      takeQuestion(world, call.ip)
      // Counted before the look-up, so that this answer does not depend on whether the account exists.
      const isWithin = await call.db.platform(tx => countAsk(tx, world.caps, call.ip, world.clock.now()))
      if (!isWithin) throw new Refusal('identity.tooManyCodes', { status: 429 })
      // It starts after the answer, because an existing account would delay the answer a little.
      const answered = finished(call.reply.raw).catch(() => undefined)
      world.later(async () => {
        await answered
        await makeAndSend(world, call, call.input.username)
      })
      return null
    },
  })
}

async function update(world: ForgottenWorld, call: RawCall<CheckedInput<typeof takeResetCode>>): Promise<null> {
  takeQuestion(world, call.ip)
  const { username: name, code, key, newPassword: sealed, checkPass } = call.input
  const { newPassword = '', ...again } = await openPasswords<string>(world, call, key, {
    newPassword: sealed,
    ...(checkPass === undefined ? {} : { checkPass }),
  })
  // Checked only against the typed name: the person's own name would reveal that the person exists.
  mustBeNewPassword({ newPassword, checkPass: again.checkPass }, [accountName(name).loginKey], world.policy)
  // Hashed before anything is known, so that all outcomes take the same time.
  const hash = await world.hasher.hash(newPassword)
  const now = world.clock.now()
  const isDone = await call.db.platform(async tx => {
    const { account } = await findAccount(tx, accountName(name))
    if (!account?.is_usable) return false
    const person = { tenantId: account.tenant_id, userId: account.id }
    const isGood = (await isResetCode(tx, world.sealKey, person, code, now)) && (await useResetCode(tx, person))
    const actor = { ...person, name: account.display_name, ip: call.ip, requestId: call.requestId }
    const after = { method: 'reset-code', result: isGood ? 'changed' : 'wrong-code', userAgent: call.userAgent }
    const action = isGood ? 'change-password' : 'change-password-failed'
    await audit(tx, actor, [{ resource: 'identity.user', recordId: account.id, action, after }], now)
    if (!isGood) return false
    // Only the holder of the code waits for this check. After a refusal the code stays valid.
    const policy = await passwordPolicyOf(tx, person.tenantId, world.policy)
    mustBeGoodPassword(newPassword, [accountName(name).loginKey], policy, 'newPassword')
    const { remembered } = policy
    await mustBeFresh(world.hasher, await lastPasswords(tx, person, remembered), newPassword, 'newPassword')
    await replacePassword(tx, person, { hash, now, remembered, isOwn: true })
    await endSessionsOfUsers(tx, [person.userId], now, person.tenantId)
    await forgetFails(tx, accountHash(await countedName(tx, accountName(name))))
    return true
  })
  if (!isDone) throw invalid({ code: { key: 'identity.field.wrongCode' } })
  return null
}

function updateRoute(world: ForgottenWorld): Route {
  return serveCall(takeResetCode, {
    work: 'raw',
    bodyLimit: 32_768,
    handle: call => update(world, call),
  })
}

/** Serves a waiting code: people who may set a person's password can read the code and pass it on, which is audited. */
function waitingRoute(world: ForgottenWorld): Route {
  return serveCall(readResetCode, {
    work: 'write',
    async handle(call) {
      const row = await rowInScope(call.tx, call.caller, user, call.input.id, { inner: USER_INNER })
      await mayTouch(call, row)
      const now = world.clock.now()
      const waiting = await waitingCode(
        call.tx,
        world.sealKey,
        { tenantId: call.caller.tenantId, userId: call.input.id },
        now,
      )
      if (!waiting) throw new Refusal('identity.noResetCode')
      await noteHand(call.tx, call.caller.userId, [call.input.id])
      const entry = { resource: 'identity.user', recordId: call.input.id, action: 'read-reset-code' }
      await audit(call.tx, actorOf(call), [entry], now)
      return waiting
    },
  })
}

/**
 * Returns the routes for forgotten passwords: request a code, use it. The answers never depend on whether an account exists
 * (trust R-02, W16).
 */
export function forgottenRoutes(world: ForgottenWorld): Route[] {
  return [askRoute(world), updateRoute(world), waitingRoute(world)]
}
