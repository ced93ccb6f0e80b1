import {
  type Authenticator,
  type Caller,
  may,
  type RawCall,
  Refusal,
  type Route,
  serveCall,
} from '@wattyard/server-kit'
import { checkAccount, findLoginName } from '../../contract/calls/person.ts'
import { readSessionCookie } from '../sign-in/cookies.ts'
import { type ForgottenWorld, takeQuestion } from '../passwords/forgotten-routes.ts'
import { loginKeyOf } from '../sign-in/login-attempts.ts'

export interface QuestionWorld extends Pick<ForgottenWorld, 'clock' | 'questions'> {
  authenticator: Authenticator
}

/** Returns the caller when signed in; null otherwise, also for an ended session. */
async function callerIfAny(
  world: QuestionWorld,
  { db, request, ip, userAgent, language }: RawCall,
): Promise<Caller | null> {
  const asked = new URLSearchParams((request.raw.url ?? '').split('?')[1]).get('token') ?? request.headers['x-token']
  const handle = typeof asked === 'string' ? asked : undefined
  const credentials = { cookie: readSessionCookie(request), handle, ip, userAgent, language }
  try {
    return await db.platform(tx => world.authenticator.find(tx, credentials))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns whether a login name is taken in the caller's tenant. Callers who may not read users always get false. */
async function isTaken(world: QuestionWorld, call: RawCall, loginName: string): Promise<boolean> {
  takeQuestion(world, call.ip)
  const caller = await callerIfAny(world, call)
  if (!caller || caller.owes || !may(caller, 'identity.user:read')) return false
  return call.db.tenant(
    caller.tenantId,
    async tx => {
      const rows = await tx.query('select 1 from identity_user where tenant_id = $1 and login_key = $2', [
        caller.tenantId,
        loginKeyOf(loginName),
      ])
      return rows.length > 0
    },
    { readOnly: true },
  )
}

/**
 * Returns the contract's two questions about accounts. For strangers the answer never depends on whether an account exists (trust
 * W16).
 */
export function questionRoutes(world: QuestionWorld): Route[] {
  return [
    serveCall(checkAccount, {
      work: 'raw',
      bodyLimit: 4096,
      handle: async call => ({
        available: !(await isTaken(world, call, call.input.account)),
      }),
    }),
    serveCall(findLoginName, {
      work: 'raw',
      handle: async call => ({
        loginName: call.input.loginName,
        exists: await isTaken(world, call, call.input.loginName),
      }),
    }),
  ]
}
