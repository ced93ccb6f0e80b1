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
  /** Keeps what goes on after an answer, so that the end of the server can wait for it. */
  later: (work: () => Promise<void>) => void
}

/** Questions of one address in a minute. */
export const QUESTIONS_PER_MINUTE = 10

export function takeQuestion(world: Pick<ForgottenWorld, 'questions' | 'clock'>, ip: string): void {
  const wait = world.questions.take(ip, world.clock.now())
  if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
}

/** Makes and sends a code where there is somebody to send it to. Nobody waits for it, so its time tells nothing. */
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
      // Before anybody is looked for, so that this answer knows nothing of who exists.
      const isWithin = await call.db.platform(tx => countAsk(tx, world.caps, call.ip, world.clock.now()))
      if (!isWithin) throw new Refusal('identity.tooManyCodes', { status: 429 })
      // Not beside the answer either: somebody who exists would make it wait a little longer.
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
  // Only by what was typed here: the person's own name would tell that there is such a person.
  mustBeNewPassword({ newPassword, checkPass: again.checkPass }, [accountName(name).loginKey], world.policy)
  // Hashed before anything is known, so that every way out takes the same time.
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
    // Only whoever has the code waits for this; a refusal leaves the code good for another try.
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

/** The local outbox: who may set a person's password may read the code and pass it on; that is audited. */
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

/** Forgotten passwords: ask for a code, use it; what the answers say never depends on who exists (trust R-02, W16). */
export function forgottenRoutes(world: ForgottenWorld): Route[] {
  return [askRoute(world), updateRoute(world), waitingRoute(world)]
}
