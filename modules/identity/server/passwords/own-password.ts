import { type CheckedInput } from '@wattyard/calls'
import { audit, invalid, type RawCall, type Route, serveCall } from '@wattyard/server-kit'
import { type changeOwnPassword, ownPasswordCalls } from '../../contract/calls/own-account.ts'
import { normalisePassword } from './hash-password.ts'
import { mustBeGoodPassword, type PasswordPolicy, SHORTEST_PASSWORD } from './password-policy.ts'
import { actorOfRaw, changingCaller, openPasswords, type OwnWorld, reauthenticate } from '../sessions/reauthenticate.ts'
import { lastPasswords, mustBeFresh, passwordPolicyOf, replacePassword } from './replace-password.ts'
import { endOtherSessions } from '../sessions/sessions.ts'

export interface PasswordWorld extends OwnWorld {
  policy: PasswordPolicy
}

/**
 * Checks a new password by the contract's rules (§5, with its intended minimum), then by those of the installation or tenant.
 * @throws Refusal
 */
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

async function change(world: PasswordWorld, call: RawCall<CheckedInput<typeof changeOwnPassword>>): Promise<null> {
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

/**
 * Returns whether a path is allowed before an overdue password change: reading one's own account and changing the password.
 * Signing out is public.
 */
export function mayReachWhilePasswordOwed(path: string): boolean {
  return path === '/api/employee/me' || ownPasswordCalls.some(one => one.path === path)
}

export function ownPasswordRoutes(world: PasswordWorld): Route[] {
  return ownPasswordCalls.map(declared =>
    serveCall(declared, { work: 'raw', bodyLimit: 32_768, handle: call => change(world, call) }),
  )
}
