import { audit, type RawCall, type Route, route, col } from '@wattyard/server-kit'
import { isPlainText } from '@wattyard/calls'
import { z } from 'zod'
import type { LoginKey, SignedIn } from '../../contract/sign-in.ts'
import {
  clearedSessionCookies,
  owingCookies,
  preLoginCookie,
  readPreLoginCookie,
  readSessionCookie,
  sessionCookies,
} from './cookies.ts'
import { codeInput } from '../second-factor/factor-routes.ts'
import { makeLoginKey } from './login-key.ts'
import { endSessionOf } from '../sessions/sessions.ts'
import { signIn, type SignInWorld } from './sign-in.ts'
import { verifySignIn } from './verify-sign-in.ts'

const yes = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', '']), z.null()])
  .optional()
  .transform(value => value === true || value === 'true' || value === '1' || value === 'on')

/** Payload of the contract (§7.1). The texts are only bounded here: what is wrong with them must look like any failure. */
const loginInput = z.strictObject({
  // What no text may hold cannot be written down either, and a failure that is not written down is not counted.
  username: z.string().trim().min(1).max(100).refine(isPlainText, { error: 'forbiddenCharacter' }),
  password: z.string().min(1).max(4096),
  rememberMe: yes,
  key: z.string().max(200).default(''),
  mobileLogin: yes,
})

function loginKeyRoute({ clock, loginSecret }: SignInWorld): Route {
  return route({
    method: 'GET',
    path: '/login/encrypt/key',
    access: 'public',
    input: z.looseObject({}),
    work: 'raw',
    summary: 'a key for one sign-in of this browser',
    async handle({ request, reply }): Promise<LoginKey> {
      const { cookie, ...answer } = makeLoginKey(loginSecret, readPreLoginCookie(request), clock.now())
      void reply.header('set-cookie', preLoginCookie(request, cookie))
      return answer
    },
  })
}

function loginRoute(world: SignInWorld): Route {
  return route({
    method: 'POST',
    path: '/c/login',
    access: 'public',
    input: loginInput,
    work: 'raw',
    bodyLimit: 16_384,
    summary: 'sign in by name and encrypted password',
    async handle(call: RawCall<z.infer<typeof loginInput>>): Promise<SignedIn> {
      const { input, request, reply, ip, userAgent, requestId } = call
      const session = await signIn(
        { ...world, db: call.db },
        {
          username: input.username,
          password: input.password,
          rememberMe: input.rememberMe,
          key: input.key,
          preLoginCookie: readPreLoginCookie(request),
          oldSecret: readSessionCookie(request),
          ip,
          userAgent,
          requestId,
        },
      )
      if (session.assurance === 'password') {
        void reply.header('set-cookie', owingCookies(request, session.secret))
        return { token: session.handle, owes: 'code' }
      }
      const lasts = input.rememberMe ? world.lengths.rememberAbsolute_ms : undefined
      void reply.header('set-cookie', sessionCookies(request, session, lasts))
      return { token: session.handle }
    },
  })
}

const verifyInput = z.strictObject({
  code: codeInput,
  /** Token of the session that owes the code; clients that send `?token=` need not repeat it. */
  handle: z.string().max(100).optional(),
})

/** Public like sign-in: the session that owes a code is nobody to every other route. */
function verifyRoute(world: SignInWorld): Route {
  return route({
    method: 'POST',
    path: '/c/login/verify',
    access: 'public',
    input: verifyInput,
    work: 'raw',
    bodyLimit: 16_384,
    summary: 'second half of signing in: a code of the app or a recovery code',
    async handle(call: RawCall<z.infer<typeof verifyInput>>): Promise<SignedIn> {
      const { input, request, reply, ip, userAgent, requestId } = call
      const asked = new URLSearchParams((request.raw.url ?? '').split('?')[1]).get('token')
      const handle = input.handle ?? asked ?? undefined
      const secret = readSessionCookie(request)
      const session = await verifySignIn(
        { ...world, db: call.db },
        { code: input.code, secret, handle, ip, userAgent, requestId },
      )
      const lasts = session.remember ? world.lengths.rememberAbsolute_ms : undefined
      void reply.header('set-cookie', sessionCookies(request, session, lasts))
      return { token: session.handle }
    },
  })
}

/** Ends the session of the cookie, whatever else the request says or lacks, and always succeeds (trust W13). */
function logoutRoute({ clock }: SignInWorld): Route {
  return route({
    method: 'POST',
    path: '/c/logout',
    access: 'public',
    input: z.looseObject({}),
    work: 'raw',
    summary: 'sign out',
    async handle({ db, request, reply, ip, requestId }) {
      const now = clock.now()
      await db.platform(async tx => {
        const ended = await endSessionOf(tx, readSessionCookie(request), 'signed-out', now)
        if (!ended) return
        const [user] = await tx.query(
          { display_name: col.text },
          'select display_name from identity_user where tenant_id = $1 and id = $2',
          [ended.tenantId, ended.userId],
        )
        const actor = { tenantId: ended.tenantId, userId: ended.userId, name: user?.display_name ?? '', ip, requestId }
        await audit(tx, actor, [{ resource: 'identity.session', recordId: ended.userId, action: 'sign-out' }], now)
      })
      void reply.header('set-cookie', clearedSessionCookies(request)).header('clear-site-data', '"cache", "storage"')
      return null
    },
  })
}

export function sessionRoutes(world: SignInWorld): Route[] {
  return [loginKeyRoute(world), loginRoute(world), verifyRoute(world), logoutRoute(world)]
}
