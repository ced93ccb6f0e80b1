import { audit, invalid, type RawCall, type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import { normalisePassword } from './hash-password.ts'
import { mustBeGoodPassword, type PasswordPolicy, SHORTEST_PASSWORD } from './password-policy.ts'
import { actorOfRaw, changingCaller, openPasswords, type OwnWorld, reauthenticate } from '../sessions/reauthenticate.ts'
import { lastPasswords, mustBeFresh, passwordPolicyOf, replacePassword } from './replace-password.ts'
import { endOtherSessions } from '../sessions/sessions.ts'

export interface PasswordWorld extends OwnWorld {
  policy: PasswordPolicy
}

/** Bounded only, so that an empty field is named in the contract's words and not in ours. */
const text = z.string().max(4096).default('')
const changeInput = z.strictObject({
  oldPassword: text,
  newPassword: text,
  checkPass: z.string().max(4096).optional(),
  key: z.string().max(200).default(''),
})

/** The contract's rules for a new password (§5, with its intended minimum), then those of the installation or tenant. */
export function mustBeNewPassword(
  given: { newPassword: string; checkPass?: string | undefined },
  names: readonly string[],
  policy: PasswordPolicy,
  field = 'newPassword',
): void {
  const { newPassword, checkPass } = given
  if (newPassword === '') throw invalid({ [field]: { key: 'identity.field.newPasswordMissing' } })
  if (checkPass !== undefined && checkPass !== newPassword)
    throw invalid({ checkPass: { key: 'identity.field.passwordsDiffer' } })
  if (Array.from(normalisePassword(newPassword)).length < SHORTEST_PASSWORD)
    throw invalid({ [field]: { key: 'identity.field.passwordUnderSix' } })
  mustBeGoodPassword(newPassword, names, policy, field)
}

async function change(world: PasswordWorld, call: RawCall<z.infer<typeof changeInput>>): Promise<null> {
  const { key, checkPass, ...given } = call.input
  const { loginName, displayName, tenantId } = changingCaller(call)
  const {
    oldPassword = '',
    newPassword = '',
    ...again
  } = await openPasswords<string>(world, call, key, {
    ...given,
    ...(checkPass === undefined ? {} : { checkPass }),
  })
  if (oldPassword === '') throw invalid({ oldPassword: { key: 'identity.field.oldPasswordMissing' } })
  const policy = await call.db.platform(tx => passwordPolicyOf(tx, tenantId, world.policy), { readOnly: true })
  mustBeNewPassword({ newPassword, checkPass: again.checkPass }, [loginName, displayName], policy)
  const { caller, passwordHash } = await reauthenticate(world, call, oldPassword, 'oldPassword')
  if (normalisePassword(newPassword) === normalisePassword(oldPassword))
    throw invalid({ newPassword: { key: 'identity.field.passwordSame' } })
  const { remembered } = policy
  const last = await call.db.platform(tx => lastPasswords(tx, caller, remembered), { readOnly: true })
  await mustBeFresh(world.hasher, last, newPassword, 'newPassword')
  const hash = await world.hasher.hash(newPassword)
  const now = world.clock.now()
  await call.db.platform(async tx => {
    await replacePassword(tx, caller, { hash, now, remembered, instead: passwordHash, isOwn: true })
    const ended = await endOtherSessions(tx, caller, now)
    const after = { method: 'password', result: 'changed', userAgent: call.userAgent, ended }
    const entry = { resource: 'identity.user', recordId: caller.userId, action: 'change-password', after }
    await audit(tx, actorOfRaw(call, caller), [entry], now)
  })
  return null
}

/** The contract has three paths for changing one's own password, from its two shells; they do the same. */
const PATHS = ['/api/user/pwd/update', '/api/sys/user/chgPwd', '/api/sys/user/pwd'] as const

/** What who has to change the password may still call: who they are, and changing it. Signing out is public. */
export function mayReachWhilePasswordOwed(path: string): boolean {
  return path === '/api/employee/me' || PATHS.some(one => one === path)
}

export function ownPasswordRoutes(world: PasswordWorld): Route[] {
  return PATHS.map(path =>
    route({
      method: 'POST',
      path,
      access: 'signed-in',
      input: changeInput,
      work: 'raw',
      bodyLimit: 32_768,
      summary: 'changes the caller’s own password and ends their other sessions',
      handle: (call: RawCall<z.infer<typeof changeInput>>) => change(world, call),
    }),
  )
}
