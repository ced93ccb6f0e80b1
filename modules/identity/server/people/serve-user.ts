import {
  type Call,
  type CommandHandler,
  invalid,
  type LetterPost,
  Refusal,
  type SaveChange,
  type SavedChange,
  type ServedResource,
  serveResource,
  type Tx,
  valueAfter,
  type WholeRow,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { noteHand } from './account-hand.ts'
import { LOGIN_NAME, user } from '../../contract/user.ts'
import { endInvitationOfOthers, withdrawInvitations } from './invitation.ts'
import { invite, mayBeInvited, withdrawInvitation } from './invite-people.ts'
import { lockTenant, mustLeaveAdministrator, rolesByIds } from '../rights/guard-grants.ts'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import { operatorOfOffice } from '../offices/operator-of-office.ts'
import { loginKeyOf } from '../sign-in/login-attempts.ts'
import { mustBeGoodPassword, type PasswordPolicy } from '../passwords/password-policy.ts'
import { beyondReach, mustReachAccount, reachesOf } from '../rights/reach.ts'
import { addSecondFactors, removeFactor } from '../second-factor/second-factor.ts'
import { removeBinding } from '../messaging-app/pairing.ts'
import { lastPasswords, mustBeFresh, passwordPolicyOf, replacePassword } from '../passwords/replace-password.ts'
import { endResetCodes } from '../passwords/reset-code.ts'
import { endSessionsOfUsers } from '../sessions/sessions.ts'
import { countPeople, mustKeepLimit } from '../tenants/tenant-limits.ts'
import { USER_INNER, type UserRow } from '../tables.ts'
import { inviteUsers } from '../../contract/index.ts'

type Change = SaveChange<typeof user, typeof USER_INNER>
type Columns = Partial<WholeRow<typeof user, typeof USER_INNER>>
type Handler<N extends keyof (typeof user)['commands']> = CommandHandler<typeof user, N, typeof USER_INNER>

export interface UserWorld {
  clock: Clock
  hasher: PasswordHasher
  policy: PasswordPolicy
  letters: LetterPost
}

/** Fields that decide about a person's rights; nobody can change them on their own account. */
const RIGHTS = ['status', 'user_type', 'role_ids', 'scope_operator_ids', 'scope_station_ids', 'office_id'] as const

/** Fields with the destination of codes for forgotten passwords. */
const CODES_GO_TO = ['phone', 'email'] as const

function rightsDiffer(before: UserRow, after: UserRow): boolean {
  return RIGHTS.some(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

/**
 * Checks that the caller may act on an account. The owner's account is for the owner alone; any other needs all of its
 * permissions and rows.
 * @throws Refusal
 */
export async function mayTouch(call: Pick<Call, 'tx' | 'caller'>, row: UserRow): Promise<void> {
  if (row.is_owner && row.id !== call.caller.userId) throw new Refusal('identity.ownerOnly', { status: 403 })
  await mustReachAccount(call, row)
}

async function loginNameColumns(call: Call, id: string, loginName: string): Promise<Columns> {
  if (!LOGIN_NAME.test(loginName)) throw invalid({ loginName: { key: 'identity.field.loginName' } })
  const login_key = loginKeyOf(loginName)
  const [taken] = await call.tx.query(
    'select 1 from identity_user where tenant_id = $1 and login_key = $2 and id <> $3',
    [call.caller.tenantId, login_key, id],
  )
  if (taken) throw invalid({ loginName: { key: 'kernel.field.taken' } })
  return { login_key }
}

/** Checks that a duty belongs to the person's office, and removes it when the person changes office. */
async function dutyColumns(call: Call, change: Change): Promise<Columns> {
  const { input, before } = change
  const officeId = valueAfter(user, change, 'office')
  const hasMoved = before !== null && officeId !== before.office_id
  if (!input.duty) return hasMoved ? { duty_id: null } : {}
  const [found] = await call.tx.query(
    'select 1 from identity_duty where tenant_id = $1 and id = $2 and office_id = $3',
    [call.caller.tenantId, input.duty, officeId ?? null],
  )
  if (!found) throw invalid({ duty: { key: 'identity.field.dutyElsewhere' } })
  return {}
}

/**
 * Checks that an account that stays a guest keeps the role of guests alone: no list shows it to whoever watches over rights.
 * @throws Refusal on `roleIds`
 */
async function mustStayGuest(call: Call, { input: { roleIds }, before }: Change, userType: unknown): Promise<void> {
  if (before?.user_type !== 'guest' || userType !== 'guest' || roleIds === undefined) return
  const roles = await rolesByIds(call, roleIds)
  if (roles.length !== 1 || roles[0]?.code !== 'guest') throw invalid({ roleIds: { key: 'identity.field.guestRole' } })
}

async function beforeSave(call: Call, change: Change): Promise<Columns> {
  const { id, input, before } = change
  if (before) await mayTouch(call, before)
  await mustStayGuest(call, change, valueAfter(user, change, 'userType'))
  const isNew = change.mode === 'create'
  return {
    ...(isNew ? await loginNameColumns(call, id, change.input.loginName) : {}),
    ...(input.office === undefined ? {} : { operator_id: await operatorOfOffice(call, input.office) }),
    ...(await dutyColumns(call, change)),
    // An empty choice arrives as null; the columns hold lists.
    ...(isNew || input.scopeOperatorIds !== undefined ? { scope_operator_ids: input.scopeOperatorIds ?? [] } : {}),
    ...(isNew || input.scopeStationIds !== undefined ? { scope_station_ids: input.scopeStationIds ?? [] } : {}),
  }
}

function afterSave(clock: Clock) {
  return async (call: Call, { id, before, after }: SavedChange<typeof user, typeof USER_INNER>): Promise<void> => {
    // Roles and rows together decide about rights, so the whole account is checked as changed.
    await mustReachAccount(call, after)
    if (after.status === 'active' && before?.status !== 'active')
      await mustKeepLimit(call.tx, call.caller.tenantId, 'people', countPeople)
    const changed = before === null ? ['new'] : CODES_GO_TO.filter(key => before[key] !== after[key])
    if (changed.length > 0) {
      // One's own takes the password, in the personal centre: codes for a forgotten one go there.
      if (id === call.caller.userId) throw new Refusal('identity.notYourself', { status: 403 })
      await noteHand(call.tx, call.caller.userId, [id])
      await endResetCodes(call.tx, call.caller.tenantId, [id], clock.now())
      // Its link went to where the person is no longer reached.
      if (before !== null) await withdrawInvitations(call.tx, call.caller.tenantId, [id])
    }
    if (!before || !rightsDiffer(before, after)) return
    // The owner always stays active and administrator.
    if (id === call.caller.userId || before.is_owner) throw new Refusal('identity.notYourself', { status: 403 })
    await mustLeaveAdministrator(call)
    await endSessionsOfUsers(call.tx, [id], clock.now())
    const { tenantId, userId } = call.caller
    if (after.status === 'active') {
      await endInvitationOfOthers(call.tx, { tenantId, userId: id }, userId)
      return
    }
    await endResetCodes(call.tx, tenantId, [id], clock.now())
    await withdrawInvitations(call.tx, tenantId, [id])
  }
}

/** People to be deleted in a transaction: each is checked before any is deleted. */
const leaving = new WeakMap<Tx, string[]>()

async function beforeDelete(call: Call, person: Readonly<UserRow>): Promise<void> {
  if (person.id === call.caller.userId) throw new Refusal('identity.notYourself', { status: 403 })
  await mayTouch(call, person)
  // The database clears the head of an office; deputies are a list and have to be updated here.
  await call.tx.execute(
    'update identity_office set deputy_ids = array_remove(deputy_ids, $2) where tenant_id = $1 and $2 = any(deputy_ids)',
    [call.caller.tenantId, person.id],
  )
  const gone = [...(leaving.get(call.tx) ?? []), person.id]
  leaving.set(call.tx, gone)
  await mustLeaveAdministrator(call, gone)
}

function setPassword({ clock, hasher, policy: installation }: UserWorld): Handler<'setPassword'> {
  return async (call, rows, { password }) => {
    const policy = await passwordPolicyOf(call.tx, call.caller.tenantId, installation)
    const { remembered } = policy
    for (const row of rows) {
      // One's own password takes the old one, in the personal centre.
      if (row.id === call.caller.userId) throw new Refusal('identity.notYourself', { status: 403 })
      await mayTouch(call, row)
      mustBeGoodPassword(password, [row.login_name, row.display_name], policy, 'password')
      const person = { tenantId: call.caller.tenantId, userId: row.id }
      await mustBeFresh(hasher, await lastPasswords(call.tx, person, remembered), password, 'password')
      const hash = await hasher.hash(password)
      await replacePassword(call.tx, person, { hash, now: clock.now(), remembered, isOwn: false })
      await noteHand(call.tx, call.caller.userId, [row.id])
      await endSessionsOfUsers(call.tx, [row.id], clock.now())
    }
    return null
  }
}

/** Enables or disables several people by the rules for one. */
function setStatus({ clock }: UserWorld, status: UserRow['status']): Handler<'enable' | 'disable'> {
  return async (call, rows) => {
    for (const row of rows) {
      if (row.id === call.caller.userId) throw new Refusal('identity.notYourself', { status: 403 })
      await mayTouch(call, row)
    }
    const ids = rows.map(row => row.id)
    await call.tx.execute(
      `update identity_user set status = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = any($2::uuid[])`,
      [call.caller.tenantId, ids, status],
    )
    if (status === 'active') {
      await mustKeepLimit(call.tx, call.caller.tenantId, 'people', countPeople)
      return { changed: ids.length }
    }
    await mustLeaveAdministrator(call)
    await endSessionsOfUsers(call.tx, ids, clock.now())
    await endResetCodes(call.tx, call.caller.tenantId, ids, clock.now())
    await withdrawInvitations(call.tx, call.caller.tenantId, ids)
    return { changed: ids.length }
  }
}

/**
 * Handles `resetFactor`, for people who have lost their device and recovery codes or the account of the messaging app. Their next
 * sign-in needs only the password.
 */
function resetFactor({ clock }: UserWorld): Handler<'resetFactor'> {
  return async (call, rows) => {
    for (const row of rows) {
      // Resetting one's own needs password and code, in the personal centre.
      if (row.id === call.caller.userId) throw new Refusal('identity.notYourself', { status: 403 })
      await mayTouch(call, row)
      const person = { tenantId: call.caller.tenantId, userId: row.id }
      const hadCode = await removeFactor(call.tx, person)
      const wasBound = await removeBinding(call.tx, person)
      if (!hadCode && !wasBound) throw new Refusal('identity.noFactor')
      await noteHand(call.tx, call.caller.userId, [row.id])
      await endSessionsOfUsers(call.tx, [row.id], clock.now())
    }
    return null
  }
}

export function serveUser(world: UserWorld): ServedResource {
  return serveResource(user, {
    inner: USER_INNER,
    lockFirst: lockTenant,
    // Whoever is to be shut out may hold a transaction open that names them.
    changesBeside: true,
    /**
     * Accounts whose rights the caller has all, because acting on an account can mean taking it over; the owner's is for the
     * owner alone.
     */
    async withinReach(tx, caller, rows) {
      const reaches = await reachesOf(tx, caller.tenantId, rows)
      const mine = rows.filter(row => {
        const reach = reaches.get(row.id)
        return row.id === caller.userId || (!row.is_owner && reach !== undefined && !beyondReach(caller, reach))
      })
      return new Set(mine.map(row => row.id))
    },
    allows(action, person) {
      if (action === 'disable') return person.status === 'active' && !person.is_owner
      if (action === 'enable') return person.status === 'disabled'
      if (action === 'invite') return mayBeInvited(person)
      return action !== 'withdrawInvitation' || person.sign_in_state === 'invited'
    },
    beforeSave,
    afterSave: afterSave(world.clock),
    beforeDelete,
    aliases: {
      'user/list': 'list',
      'user/get': 'get',
      'user/save': 'save',
      'user/del': 'del',
      // `id` and `status`; further fields of a record are saved as by `save`.
      'user/update/state': 'save',
    },
    decorate: addSecondFactors,
    answers: [inviteUsers],
    commands: {
      disable: setStatus(world, 'disabled'),
      enable: setStatus(world, 'active'),
      invite: invite({ ...world, mayTouch }),
      withdrawInvitation: withdrawInvitation({ mayTouch }),
      setPassword: setPassword(world),
      resetFactor: resetFactor(world),
      async signOut(call, rows) {
        for (const row of rows) await mayTouch(call, row)
        return {
          ended: await endSessionsOfUsers(
            call.tx,
            rows.map(row => row.id),
            world.clock.now(),
          ),
        }
      },
    },
  })
}
