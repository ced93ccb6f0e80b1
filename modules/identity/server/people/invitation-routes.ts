import { type CheckedInput } from '@wattyard/calls'
import { audit, type Database, type RawCall, type Route, serveCall } from '@wattyard/server-kit'
import { seeInvitation, acceptInvitation } from '../../contract/calls/own-account.ts'
import { type ForgottenWorld, takeQuestion } from '../passwords/forgotten-routes.ts'
import type { Invited } from './invitation.ts'
import { goodInvitation } from './good-invitation.ts'
import { gone, usernameOf } from './invite-people.ts'
import { accountHash, accountName, countedName, forgetFails } from '../sign-in/login-attempts.ts'
import { mustBeNewPassword } from '../passwords/own-password.ts'
import type { PasswordPolicy } from '../passwords/password-policy.ts'
import { openPasswords } from '../sessions/reauthenticate.ts'
import { passwordPolicyOf, replacePassword } from '../passwords/replace-password.ts'

const nameOf = ({ loginName, tenantCode: code, isHome }: Invited): string => usernameOf(loginName, { code, isHome })

/**
 * Returns the person of a link and their tenant's password policy.
 * @throws Refusal `identity.invitationGone`
 */
async function lookAt(
  world: ForgottenWorld,
  db: Database,
  secret: string,
): Promise<{ invited: Invited; policy: PasswordPolicy }> {
  const found = await db.platform(
    async tx => {
      const invited = await goodInvitation(tx, secret, world.clock.now())
      return invited && { invited, policy: await passwordPolicyOf(tx, invited.tenantId, world.policy) }
    },
    { readOnly: true },
  )
  if (!found) throw gone()
  return found
}

async function accept(
  world: ForgottenWorld,
  call: RawCall<CheckedInput<typeof acceptInvitation>>,
): Promise<{ username: string }> {
  takeQuestion(world, call.ip)
  const { invitation, key, newPassword: sealed, checkPass } = call.input
  const { invited, policy } = await lookAt(world, call.db, invitation)
  const { newPassword = '', ...again } = await openPasswords<string>(world, call, key, {
    newPassword: sealed,
    ...(checkPass === undefined ? {} : { checkPass }),
  })
  const { loginName, displayName } = invited
  mustBeNewPassword({ newPassword, checkPass: again.checkPass }, [loginName, displayName], policy)
  // Hashing takes its time; no transaction waits for it.
  const hash = await world.hasher.hash(newPassword)
  const now = world.clock.now()
  return call.db.platform(async tx => {
    const still = await goodInvitation(tx, invitation, now, true)
    if (!still) throw gone()
    const person = { tenantId: still.tenantId, userId: still.userId }
    await replacePassword(tx, person, { hash, now, remembered: policy.remembered, isOwn: true })
    await tx.execute('delete from identity_invitation where tenant_id = $1 and user_id = $2', [
      person.tenantId,
      person.userId,
    ])
    const username = nameOf(still)
    // Failures under this name from before the password existed no longer count.
    await forgetFails(tx, accountHash(await countedName(tx, accountName(username))))
    const actor = { ...person, name: still.displayName, ip: call.ip, requestId: call.requestId }
    const after = { method: 'invitation', result: 'changed', userAgent: call.userAgent }
    const entry = { resource: 'identity.user', recordId: person.userId, action: 'accept-invitation', after }
    await audit(tx, actor, [entry], now)
    return { username }
  })
}

/** Returns the routes for holders of a link: show whom it is for, and choose the first password. */
export function invitationRoutes(world: ForgottenWorld): Route[] {
  return [
    serveCall(seeInvitation, {
      work: 'raw',
      bodyLimit: 4096,
      async handle(call) {
        takeQuestion(world, call.ip)
        const { invited, policy } = await lookAt(world, call.db, call.input.invitation)
        const { displayName, tenantName: company, expiresAt } = invited
        const { minLength, kinds } = policy
        return { displayName, username: nameOf(invited), company, expiresAt, passwordStrength: { minLength, kinds } }
      },
    }),
    serveCall(acceptInvitation, {
      work: 'raw',
      bodyLimit: 32_768,
      handle: call => accept(world, call),
    }),
  ]
}
