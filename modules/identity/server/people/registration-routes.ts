import { invalid, type RawCall, Refusal, type Route, route } from '@wattyard/server-kit'
import { fieldsSchema } from '@wattyard/resource/schema'
import { z } from 'zod'
import { APPLICANT } from '../../contract/registration.ts'
import { LOGIN_NAME } from '../../contract/user.ts'
import { readPreLoginCookie } from '../sign-in/cookies.ts'
import { type ForgottenWorld, takeQuestion } from '../passwords/forgotten-routes.ts'
import { loginKeyOf } from '../sign-in/login-attempts.ts'
import { readPreLogin } from '../sign-in/login-key.ts'
import { mustBeNewPassword } from '../passwords/own-password.ts'
import { strengthOf } from '../passwords/password-policy.ts'
import { takePicture } from '../picture/picture.ts'
import { openPasswords } from '../sessions/reauthenticate.ts'
import { storeApplication } from './registration.ts'

const input = z.strictObject({
  /** Code of the company; left out for the installation's own. */
  tenant: z.string().trim().max(32).default(''),
  ...(fieldsSchema(APPLICANT) as z.ZodObject).shape, // built from fields, so an object
  password: z.string().max(4096).default(''),
  checkPass: z.string().max(4096).optional(),
  key: z.string().max(200).default(''),
})
type Input = z.infer<typeof input>

interface Applicant {
  loginName: string
  displayName: string
  phone: string
  email: string | null
  note: string | null
}

/** Each application takes an answered picture, like a sign-in after some failures. */
async function takeAnsweredPicture(world: ForgottenWorld, call: RawCall): Promise<void> {
  const preLogin = readPreLogin(readPreLoginCookie(call.request))
  const isTaken =
    preLogin !== null && (await call.db.platform(tx => takePicture(tx, preLogin.browser, world.clock.now())))
  if (!isTaken) throw new Refusal('identity.pictureMissing')
}

async function apply(world: ForgottenWorld, call: RawCall<Input>): Promise<null> {
  takeQuestion(world, call.ip)
  const { tenant, password: sealed, checkPass, key } = call.input
  const { loginName, displayName, phone, email, note } = call.input as unknown as Applicant // checked by the fields' schema
  if (!LOGIN_NAME.test(loginName)) throw invalid({ loginName: { key: 'identity.field.loginName' } })
  const { password = '', ...again } = await openPasswords<string>(world, call, key, {
    password: sealed,
    ...(checkPass === undefined ? {} : { checkPass }),
  })
  mustBeNewPassword(
    { newPassword: password, checkPass: again.checkPass },
    [loginName, displayName],
    world.policy,
    'password',
  )
  // What was mistyped costs no picture.
  await takeAnsweredPicture(world, call)
  // Hashed before anything is known, and stored after the answer: neither words nor time tell who or what exists.
  const passwordHash = await world.hasher.hash(password)
  const given = { tenantCode: tenant === '' ? null : loginKeyOf(tenant), loginName, displayName, phone, email, note }
  const strength = strengthOf(password)
  const { ip, requestId, userAgent } = call
  world.later(() =>
    world.db.platform(tx =>
      storeApplication(tx, { ...given, passwordHash, strength, ip }, { requestId, userAgent }, world.clock.now()),
    ),
  )
  return null
}

/** The contract's registration: somebody asks for an account, and an administrator decides (decision 11). */
export function registrationRoute(world: ForgottenWorld): Route {
  return route({
    method: 'POST',
    path: '/api/user/registe',
    access: 'public',
    input,
    work: 'raw',
    bodyLimit: 32_768,
    summary: 'asks for an account; the answer is the same whether or not company, name or an application exist',
    handle: (call: RawCall<Input>) => apply(world, call),
  })
}
