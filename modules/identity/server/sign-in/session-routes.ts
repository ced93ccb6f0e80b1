import { audit, type Route, col, serveCall } from '@wattyard/server-kit'
import { askLoginKey, signInByPassword, signInByCode, endOwnSession } from '../../contract/calls/sign-in.ts'
import {
  clearedSessionCookies,
  owingCookies,
  preLoginCookie,
  readPreLoginCookie,
  readSessionCookie,
  sessionCookies,
} from './cookies.ts'
import { makeLoginKey } from './login-key.ts'
import { endSessionOf } from '../sessions/sessions.ts'
import { signIn, type SignInWorld } from './sign-in.ts'
import { verifySignIn } from './verify-sign-in.ts'

function loginKeyRoute({ clock, loginSecret }: SignInWorld): Route {
  return serveCall(askLoginKey, {
    work: 'raw',
    async handle({ request, reply }) {
      const { cookie, ...answer } = makeLoginKey(loginSecret, readPreLoginCookie(request), clock.now())
      void reply.header('set-cookie', preLoginCookie(request, cookie))
      return answer
    },
  })
}

function loginRoute(world: SignInWorld): Route {
  return serveCall(signInByPassword, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
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
        return { token: session.handle, owes: 'code' as const }
      }
      const lasts = input.rememberMe ? world.lengths.rememberAbsolute_ms : undefined
      void reply.header('set-cookie', sessionCookies(request, session, lasts))
      return { token: session.handle }
    },
  })
}

/** Serves the code. It is public like sign-in, because a session without its code is unknown to all other routes. */
function verifyRoute(world: SignInWorld): Route {
  return serveCall(signInByCode, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
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

/** Ends the session of the cookie, whatever the rest of the request is, and always succeeds (trust W13). */
function logoutRoute({ clock }: SignInWorld): Route {
  return serveCall(endOwnSession, {
    work: 'raw',
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
