import { randomBytes } from 'node:crypto'
import { type RawCall, Refusal, refuseForeignPage, type Route, route, serveCall } from '@wattyard/server-kit'
import { z } from 'zod'
import { checkPicture } from '../../contract/calls/sign-in.ts'
import { preLoginCookie, readPreLoginCookie } from '../sign-in/cookies.ts'
import { drawPicture } from './draw-picture.ts'
import { readPreLogin, writePreLogin } from '../sign-in/login-key.ts'
import { answerPicture, PICTURE_NAME, pictureSeed } from './picture.ts'
import type { SignInWorld } from '../sign-in/sign-in.ts'
import { AddressThrottle } from '../sign-in/throttle.ts'

/** Most pictures for one address per minute: each takes some milliseconds to draw, and an office needs fewer. */
export const PICTURES_PER_MINUTE = 120

const uuid = z.string().regex(PICTURE_NAME)
const askInput = z.strictObject({ uuid, validateCode: z.string().trim().min(1).max(40).optional() })

/**
 * Checks an answer.
 * @throws Refusal that is the same for every reason: letters, name, browser, age, number of tries (trust W15)
 */
async function check(world: SignInWorld, call: RawCall, name: string, typed: string): Promise<null> {
  const now = world.clock.now()
  const wait = world.answers.take(call.ip, now)
  if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
  const preLogin = readPreLogin(readPreLoginCookie(call.request))
  const isRight =
    preLogin !== null &&
    (await call.db.platform(tx =>
      answerPicture(tx, world.loginSecret, { browser: preLogin.browser, uuid: name }, typed, now),
    ))
  if (!isRight) throw new Refusal('identity.pictureWrong')
  return null
}

/** Returns the contract's picture code: `GET servlet/validateCodeServlet` draws it or, with an answer, checks it. */
export function pictureRoutes(world: SignInWorld): Route[] {
  const drawn = new AddressThrottle(PICTURES_PER_MINUTE)
  return [
    route({
      method: 'GET',
      path: '/servlet/validateCodeServlet',
      access: 'public',
      input: askInput,
      work: 'raw',
      summary: 'a picture of letters and digits; with an answer, whether it is right',
      async handle(call: RawCall<z.infer<typeof askInput>>) {
        const { input, request, reply } = call
        if (input.validateCode !== undefined) {
          refuseForeignPage(request.headers)
          return check(world, call, input.uuid, input.validateCode)
        }
        const wait = drawn.take(call.ip, world.clock.now())
        if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
        const known = readPreLogin(readPreLoginCookie(request))
        const preLogin = known ?? { browser: randomBytes(16).toString('base64url'), lastId: null }
        if (!known) void reply.header('set-cookie', preLoginCookie(request, writePreLogin(preLogin)))
        const name = { browser: preLogin.browser, uuid: input.uuid }
        const png = drawPicture(pictureSeed(world.loginSecret, name, world.clock.now()))
        // Opened directly it is a page of the product's origin, so nothing in it may run.
        void reply.header('content-security-policy', "default-src 'none'; sandbox")
        return reply.type('image/png').send(png)
      },
    }),
    serveCall(checkPicture, {
      work: 'raw',
      bodyLimit: 4096,
      async handle(call) {
        return check(world, call, call.input.uuid, call.input.validateCode)
      },
    }),
  ]
}
