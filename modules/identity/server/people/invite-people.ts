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

/** A link is too long for a text message of 35 characters, and who was never here has bound no messaging app. */
export const INVITATION_LETTER: LetterKind = { name: 'identity.invitation', ways: ['mail'] }

/** What somebody signs in as: people of the installation's own tenant leave the tenant out. */
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
 * Links that set a first password, one a person: said in the answer once, and sent where a way is open. Whoever had one has a
 * new one, and the old is worth nothing.
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
    // One after the other: they share a connection.
    for (const row of rows)
      list.push(await inviteOne(tx, world, { id: caller.userId, name: caller.displayName }, tenant, row))
    return { list }
  }
}

/** Links that are out are worth nothing any more. */
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

/** Whom a link may be made for: an active person who has no password yet. Guests sign in by no name. */
export const mayBeInvited = ({ status, user_type, sign_in_state }: UserRow): boolean =>
  status === 'active' && user_type !== 'guest' && sign_in_state !== 'ready'

/** @throws Refusal `identity.invitationGone` for whatever reason: who asks learns nothing of links and people */
export const gone = (): Refusal => new Refusal('identity.invitationGone', { status: 404 })
