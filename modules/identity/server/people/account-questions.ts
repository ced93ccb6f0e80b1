import { type Authenticator, type Caller, may, type RawCall, Refusal, type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import { readSessionCookie } from '../sign-in/cookies.ts'
import { type ForgottenWorld, takeQuestion } from '../passwords/forgotten-routes.ts'
import { loginKeyOf } from '../sign-in/login-attempts.ts'

export interface QuestionWorld extends Pick<ForgottenWorld, 'clock' | 'questions'> {
  authenticator: Authenticator
}

/** Who asks, when somebody is signed in; a session that has ended is nobody here. */
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

/** Whether a login name is taken in the caller's tenant. Who may not read users there is always told that it is not. */
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

const name = z.string().trim().min(1).max(100)
const checkInput = z.strictObject({ account: name })
const nameInput = z.strictObject({ loginName: name })

/** The contract's two questions about accounts; to strangers the answer never depends on who exists (trust W16). */
export function questionRoutes(world: QuestionWorld): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/user/account/check',
      access: 'public',
      input: checkInput,
      work: 'raw',
      bodyLimit: 4096,
      summary: 'whether an account name is free, for who may read users; to others it always is',
      handle: async (call: RawCall<z.infer<typeof checkInput>>) => ({
        available: !(await isTaken(world, call, call.input.account)),
      }),
    }),
    route({
      method: 'GET',
      path: '/api/user/get/loginName',
      access: 'public',
      input: nameInput,
      work: 'raw',
      summary: 'whether a login name is in use, for who may read users; to others it never is',
      handle: async (call: RawCall<z.infer<typeof nameInput>>) => ({
        loginName: call.input.loginName,
        exists: await isTaken(world, call, call.input.loginName),
      }),
    }),
  ]
}
