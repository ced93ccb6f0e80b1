import { menuCodes, consoleRoles, type PageRules } from '@wattyard/pages'
import { type Call, idInput, type Route, route, rowInScope, scoped, type Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { office } from '../contract/office.ts'
import { user } from '../contract/user.ts'
import { callerOf } from './caller-of.ts'
import type { OfficeRow, UserRow } from './tables.ts'

/*
 * Questions about accounts that the contract has beside the lists (§7.1, §7.2). They are about records in the caller's
 * scope; what is outside does not exist.
 */

const asUser = (row: unknown): UserRow => row as UserRow // a stored row of identity_user

interface InfoRow {
  id: string
  login_name: string
  display_name: string
  nickname: string | null
  gender: string | null
  introduction: string | null
  user_type: string
  phone: string | null
  email: string | null
  status: string
  office_name: string | null
}

const INFO = `select u.id, u.login_name, u.display_name, u.nickname, u.gender, u.introduction, u.user_type, u.phone, u.email,
  u.status, o.name as office_name
  from (select * from identity_user where :scope) u
  left join identity_office o on o.tenant_id = u.tenant_id and o.id = u.office_id`

/** People of the contract's shape (§3, user info) among those whom the caller may see. */
async function peopleOf({ tx, caller }: Call, column: 'id' | 'office_id', id: string) {
  const where = scoped(caller, user)
  where.add(`${column} = ${where.value(id)}`)
  const rows = await tx.query<InfoRow>(`${INFO.replace(':scope', where.text)} order by u.login_name`, where.values)
  return rows.map(row => ({
    id: row.id,
    name: row.display_name,
    nickname: row.nickname ?? row.display_name,
    introduction: row.introduction ?? '',
    gender: row.gender ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    officeName: row.office_name ?? '',
    loginName: row.login_name,
    userType: row.user_type,
    status: row.status,
  }))
}

export interface OfficeNode {
  id: string
  code: string
  label: string
  kind: string
  children: OfficeNode[]
}

/** Offices as a tree. One whose parent is out of the caller's sight is a root of theirs. */
function treeOf(rows: readonly (OfficeRow & { name: string })[]): OfficeNode[] {
  const nodes = new Map(
    rows.map(row => [
      row.id,
      { id: row.id, code: row.code, label: row.name, kind: row.kind, children: [] as OfficeNode[] },
    ]),
  )
  const roots: OfficeNode[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)
    if (node) (nodes.get(row.parent_id ?? '')?.children ?? roots).push(node)
  }
  return roots
}

/** Roles and menus that somebody has now, counted as for their own sign-in. */
async function rightsOf(tx: Tx, row: UserRow, pages: PageRules) {
  const grants = await tx.query<{ code: string; permissions: string[]; row_scope: 'tenant' | 'assigned' }>(
    'select code, permissions, row_scope from identity_role where tenant_id = $1 and id = any($2::uuid[])',
    [row.tenant_id, row.role_ids],
  )
  const person = {
    tenantId: row.tenant_id,
    userId: row.id,
    loginName: row.login_name,
    displayName: row.display_name,
    userType: row.user_type,
    operators: row.scope_operator_ids,
    stations: row.scope_station_ids,
    investors: row.scope_investor_ids,
  }
  const theirs = callerOf(
    person,
    grants.map(({ code, permissions, row_scope }) => ({ code, permissions, rowScope: row_scope })),
    '',
    'zh',
  )
  const permissions = [...theirs.permissions].toSorted()
  return { menus: menuCodes(pages, theirs), roles: consoleRoles(theirs.roles), permissions }
}

export function accountRoutes({ pages }: { pages: () => PageRules }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/sys/user/info',
      access: 'identity.user:read',
      input: z.strictObject({ userid: idInput }),
      work: 'read',
      summary: 'who somebody is',
      async handle(call) {
        await rowInScope(call.tx, call.caller, user, call.input.userid)
        const [person] = await peopleOf(call, 'id', call.input.userid)
        return { user: person }
      },
    }),
    route({
      method: 'GET',
      path: '/api/sys/office/user',
      access: 'identity.user:read',
      input: z.strictObject({ id: idInput }),
      work: 'read',
      summary: 'people of an office',
      async handle(call) {
        await rowInScope(call.tx, call.caller, office, call.input.id)
        return { list: await peopleOf(call, 'office_id', call.input.id) }
      },
    }),
    route({
      method: 'GET',
      path: '/api/sys/user/authmenu',
      access: 'identity.user:read',
      input: z.strictObject({ id: idInput }),
      work: 'read',
      summary: 'menus, roles and permissions of somebody',
      async handle(call) {
        const row = await rowInScope(call.tx, call.caller, user, call.input.id)
        return rightsOf(call.tx, asUser(row), pages())
      },
    }),
    route({
      method: 'GET',
      path: '/api/res/management/areaofficetrees',
      access: 'identity.office:read',
      input: z.strictObject({}),
      work: 'read',
      summary: 'offices as a tree',
      async handle({ tx, caller }) {
        const where = scoped(caller, office)
        const rows = await tx.query<OfficeRow & { name: string }>(
          `select id, code, name, kind, parent_id from identity_office where ${where.text} order by code`,
          where.values,
        )
        return { list: treeOf(rows) }
      },
    }),
  ]
}
