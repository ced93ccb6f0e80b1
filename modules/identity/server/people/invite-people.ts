import { noteHand } from './account-hand.ts'
import {
  type CommandCall,
  type CommandHandler,
  type LetterKind,
  type LetterPost,
  Refusal,
  type Tx,
} from '@wattyard/server-kit'
import { type Clock, formatInstant } from '@wattyard/time'
import type { SaidInvitation, user } from '../../contract/index.ts'
import { invitationPath, makeInvitation, withdrawInvitations } from './invitation.ts'
import type { USER_INNER, UserRow } from '../tables.ts'
import { tenantById, type TenantFacts } from '../tenants/tenant-facts.ts'

/** Letter with a link: too long for a text message of 35 characters, and new people have not bound a messaging app. */
export const INVITATION_LETTER: LetterKind = { name: 'identity.invitation', ways: ['mail'] }

/** Returns a person's sign-in name: people of the home tenant need no tenant code. */
export const usernameOf = (loginName: string, { code, isHome }: Pick<TenantFacts, 'code' | 'isHome'>): string =>
  isHome ? loginName : `${loginName}@${code}`

export interface InvitingWorld {
  clock: Clock
  letters: LetterPost
  mayTouch(call: CommandCall, row: UserRow): Promise<void>
}

async function inviteOne(
  tx: Tx,
  { clock, letters }: InvitingWorld,
  inviter: { id: string; name: string },
  tenant: TenantFacts,
  row: UserRow,
): Promise<SaidInvitation> {
  const person = { tenantId: tenant.id, userId: row.id }
  const { secret, expiresAt } = await makeInvitation(tx, person, inviter.id, clock.now())
  const username = usernameOf(row.login_name, tenant)
  const path = invitationPath(secret)
  const sentBy = await letters.post(tx, tenant.id, {
    kind: INVITATION_LETTER.name,
    personId: row.id,
    params: {
      company: tenant.name,
      inviter: inviter.name,
      username,
      until: formatInstant(expiresAt, tenant.zone).slice(0, 16),
    },
    secrets: {},
    path,
    until: expiresAt,
  })
  return { id: row.id, name: row.display_name, username, path, expiresAt, sentBy }
}

/**
 * Handles `invite`: makes links that set a first password, one per person. Each is shown once in the answer and sent where a
 * channel is available. A new link invalidates the old one.
 */
export function invite(world: InvitingWorld): CommandHandler<typeof user, 'invite', typeof USER_INNER> {
  return async (call, rows) => {
    const { tx, caller } = call
    const tenant = await tenantById(tx, caller.tenantId)
    if (!tenant) throw new Error('a caller belongs to a tenant')
    for (const row of rows) await world.mayTouch(call, row)
    await noteHand(
      tx,
      caller.userId,
      rows.map(row => row.id),
    )
    const list: SaidInvitation[] = []
    // One at a time, because they share a connection.
    for (const row of rows)
      list.push(await inviteOne(tx, world, { id: caller.userId, name: caller.displayName }, tenant, row))
    return { list }
  }
}

/** Handles `withdrawInvitation`: withdraws links. */
export function withdrawInvitation({
  mayTouch,
}: Pick<InvitingWorld, 'mayTouch'>): CommandHandler<typeof user, 'withdrawInvitation', typeof USER_INNER> {
  return async (call, rows) => {
    for (const row of rows) await mayTouch(call, row)
    const ids = rows.map(row => row.id)
    await withdrawInvitations(call.tx, call.caller.tenantId, ids)
    return { changed: ids.length }
  }
}

/** Returns whether a link can be made: for an active person without a password. Guests have no name to sign in with. */
export const mayBeInvited = ({ status, user_type, sign_in_state }: UserRow): boolean =>
  status === 'active' && user_type !== 'guest' && sign_in_state !== 'ready'

/**
 * Returns the refusal `identity.invitationGone`, the same for every reason, so that it reveals nothing about links and people.
 */
export const gone = (): Refusal => new Refusal('identity.invitationGone', { status: 404 })
