import { menuCodes, consoleRoles } from '@wattyard/pages'
import {
  addWithout,
  type Call,
  labelColumn,
  type Language,
  type PageAccess,
  type Route,
  rowInScope,
  scoped,
  type Tx,
  col,
  serveCall,
  Refusal,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import {
  readPerson,
  listPeopleOfOffice,
  listDutiesOfOffice,
  readMenuOfPerson,
  explainRightsOfPerson,
  previewReachOfPerson,
  previewReachOfRole,
  readFactorOfPerson,
  type SeenFactor,
} from '../../contract/calls/person.ts'
import { duty } from '../../contract/duty.ts'
import { office } from '../../contract/office.ts'
import { user } from '../../contract/user.ts'
import { asCaller, explainRights } from '../rights/explain-rights.ts'
import { factorState } from '../second-factor/second-factor.ts'
import { reachOfHolders, reachOfPlaces, type RowsSeenBy } from '../rights/preview-reach.ts'
import { USER_INNER } from '../tables.ts'

/*
 * Questions about accounts that the contract has besides the lists (§7.1, §7.2). They concern records in the caller's scope;
 * others count as missing.
 */

/** Most duties of one office in an answer. */
const MAX_DUTIES = 500

const INFO_ROW = {
  id: col.uuid,
  login_name: col.text,
  display_name: col.text,
  nickname: col.text.orNull,
  gender: col.text.orNull,
  introduction: col.text.orNull,
  user_type: col.text,
  phone: col.text.orNull,
  email: col.text.orNull,
  status: col.text,
  office_name: col.text.orNull,
  duty_name: col.text.orNull,
}

const infoSql = (
  language: Language,
): string => `select u.id, u.login_name, u.display_name, u.nickname, u.gender, u.introduction, u.user_type, u.phone, u.email,
  u.status, ${labelColumn(office, language, 'o')} as office_name,
  ${labelColumn(duty, language, 'd')} as duty_name
  from (select * from identity_user where :scope) u
  left join identity_office o on o.tenant_id = u.tenant_id and o.id = u.office_id
  left join identity_duty d on d.tenant_id = u.tenant_id and d.id = u.duty_id`

/** Returns people in the contract's shape (§3, user info), among those that the caller sees. */
async function peopleOf({ tx, caller }: Call, column: 'id' | 'office_id', id: string) {
  const where = scoped(caller, user)
  if (column === 'office_id') addWithout(where, user)
  where.add(`${column} = ${where.value(id)}`)
  const rows = await tx.query(
    INFO_ROW,
    `${infoSql(caller.language).replace(':scope', where.text)} order by u.login_name`,
    where.values,
  )
  return rows.map(row => ({
    id: row.id,
    name: row.display_name,
    nickname: row.nickname ?? row.display_name,
    introduction: row.introduction ?? '',
    postLabel: row.duty_name ?? '',
    gender: row.gender ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    officeName: row.office_name ?? '',
    loginName: row.login_name,
    userType: row.user_type,
    status: row.status,
  }))
}

/** Returns a person's factors besides the password. */
async function factorOf(tx: Tx, tenantId: string, userId: string): Promise<SeenFactor> {
  const { since, recoveryLeft } = await factorState(tx, { tenantId, userId })
  const [binding] = await tx.query(
    { bound_at: col.instant },
    'select bound_at from identity_binding where tenant_id = $1 and user_id = $2',
    [tenantId, userId],
  )
  return { since, recoveryLeft, boundAt: binding?.bound_at ?? null }
}

export interface AccountWorld {
  pages: () => PageAccess
  /** Every existing permission, or null before they are registered. */
  known: () => readonly string[] | null
  clock: Clock
  rowsSeenBy: RowsSeenBy | undefined
}

export function accountRoutes({ pages, known, clock, rowsSeenBy }: AccountWorld): Route[] {
  return [
    serveCall(readPerson, {
      work: 'read',
      async handle(call) {
        await rowInScope(call.tx, call.caller, user, call.input.userid)
        const [person] = await peopleOf(call, 'id', call.input.userid)
        if (!person) throw new Refusal('kernel.notFound', { status: 404 })
        return { user: person }
      },
    }),
    serveCall(listPeopleOfOffice, {
      work: 'read',
      async handle(call) {
        await rowInScope(call.tx, call.caller, office, call.input.id)
        return { list: await peopleOf(call, 'office_id', call.input.id) }
      },
    }),
    serveCall(listDutiesOfOffice, {
      work: 'read',
      async handle({ tx, caller, input }) {
        await rowInScope(tx, caller, office, input.officeid)
        const where = scoped(caller, duty)
        where.add(`office_id = ${where.value(input.officeid)}`)
        const list = await tx.query(
          { id: col.uuid, code: col.text, label: col.text },
          `select id, code, ${labelColumn(duty, caller.language)} as label from identity_duty where ${where.text} order by code limit ${MAX_DUTIES}`,
          where.values,
        )
        return { list }
      },
    }),
    serveCall(readMenuOfPerson, {
      work: 'read',
      async handle(call) {
        const row = await rowInScope(call.tx, call.caller, user, call.input.id, { inner: USER_INNER })
        const { caller } = await asCaller(call.tx, row)
        const permissions = [...caller.permissions].toSorted()
        return { menus: menuCodes(pages().rules, pages().of(caller)), roles: consoleRoles(caller.roles), permissions }
      },
    }),
    serveCall(explainRightsOfPerson, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const row = await rowInScope(tx, caller, user, input.id, { inner: USER_INNER })
        return explainRights(await asCaller(tx, row, caller.language), pages(), known() ?? [])
      },
    }),
    serveCall(previewReachOfPerson, {
      work: 'read',
      handle: async call => reachOfPlaces(call, call.input, { now: clock.now(), rowsSeenBy }),
    }),
    serveCall(previewReachOfRole, { work: 'read', handle: async call => reachOfHolders(call, call.input) }),
    serveCall(readFactorOfPerson, {
      work: 'read',
      async handle({ tx, caller, input }) {
        await rowInScope(tx, caller, user, input.id)
        return factorOf(tx, caller.tenantId, input.id)
      },
    }),
  ]
}
