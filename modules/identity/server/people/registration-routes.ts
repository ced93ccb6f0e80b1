import { type CheckedInput } from '@wattyard/calls'
import { invalid, type RawCall, Refusal, type Route, serveCall, checkInput } from '@wattyard/server-kit'
import { fieldsSchema } from '@wattyard/resource/schema'
import { applyForAccount } from '../../contract/calls/own-account.ts'
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

const FIELDS = fieldsSchema(APPLICANT)

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

async function apply(world: ForgottenWorld, call: RawCall<CheckedInput<typeof applyForAccount>>): Promise<null> {
  takeQuestion(world, call.ip)
  const { tenant, password: sealed, checkPass, key, ...said } = call.input
  const { loginName, displayName, phone, email, note } = checkInput(FIELDS, said) as unknown as Applicant // as the fields' schema gives it
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
  // A mistyped form does not use up the picture code.
  await takeAnsweredPicture(world, call)
  // Hashed before anything is known, and stored after the answer, so that neither text nor time reveals what exists.
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

/** Serves the contract's registration: a person applies for an account, and an administrator decides (decision 11). */
export function registrationRoute(world: ForgottenWorld): Route {
  return serveCall(applyForAccount, {
    work: 'raw',
    bodyLimit: 32_768,
    handle: call => apply(world, call),
  })
}
