import { isInvestorOnly } from '@wattyard/pages'
import { type Caller, labelColumn, may, scoped, type Tx, col } from '@wattyard/server-kit'
import { type OfficeMove, type OfficeReach, type ReachChange } from '../../contract/calls/office.ts'
import { user } from '../../contract/user.ts'
import { office } from '../../contract/office.ts'
import { callersOfTenant } from '../sessions/callers-of-tenant.ts'
import { mustFitBelow, type OfficeCall, officeById, placesBelow, withBelow } from './move-office.ts'
import type { OfficeRow } from '../tables.ts'

/** Most names in an answer; the list of people has all of them. */
const MAX_NAMES = 20
/** Most people of one office whose visible rows are listed individually. */
export const MAX_PEOPLE_SAID = 200

const seesOperator = ({ scope }: Caller, operator: string | null): boolean =>
  scope.operators === null || (operator !== null && scope.operators.includes(operator))

/** Returns whether the caller may see offices or people at all. */
const looksAtPeople = (caller: Caller): boolean =>
  may(caller, 'identity.office:read') || may(caller, 'identity.user:read')

/** People as the asker may know them: all are counted, the visible ones named. */
async function said({ tx, caller }: OfficeCall, people: readonly Caller[]): Promise<ReachChange> {
  const ids = people.map(({ userId }) => userId)
  const where = scoped(caller, user)
  where.add(`id = any(${where.value(ids)}::uuid[])`)
  const named = await tx.query(
    { name: col.text },
    `select display_name as name from identity_user where ${where.text} order by login_name limit ${MAX_NAMES}`,
    where.values,
  )
  return { count: people.length, names: named.map(({ name }) => name) }
}

/** Returns those of the people that the caller's own list contains. */
async function withinScope({ tx, caller }: OfficeCall, people: readonly Caller[]): Promise<ReadonlySet<string>> {
  const where = scoped(caller, user)
  where.add(`id = any(${where.value(people.map(({ userId }) => userId))}::uuid[])`)
  const rows = await tx.query({ id: col.uuid }, `select id from identity_user where ${where.text}`, where.values)
  return new Set(rows.map(({ id }) => id))
}

async function namesOf(
  tx: Tx,
  { tenantId, language }: Pick<Caller, 'tenantId' | 'language'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(
    { id: col.uuid, name: col.text },
    `select id, ${labelColumn(office, language)} as name from identity_office where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function countIn({ tx, caller }: OfficeCall, table: 'identity_user' | 'identity_duty', ids: readonly string[]) {
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from ${table} where tenant_id = $1 and office_id = any($2::uuid[])`,
    [caller.tenantId, ids],
  )
  return Number(row?.count ?? 0n)
}

/**
 * Returns the effect of moving an office below another, without writing.
 *
 * @throws Refusal as the move itself, when it is impossible
 */
export async function movingOf(call: OfficeCall, row: OfficeRow, parentId: string | null): Promise<OfficeMove> {
  const { tx, caller } = call
  const moved = await withBelow(call, row)
  const parent = parentId === null ? null : await officeById(call, parentId)
  mustFitBelow(moved, parent)
  const places = placesBelow(moved, parent)
  const changed = moved.filter(one => places.get(one.id)?.operator !== one.operator_id)
  const [before, after] = [row.operator_id, places.get(row.id)?.operator ?? null]
  const names = await namesOf(
    tx,
    caller,
    [before, after].filter(id => id !== null),
  )
  const people = (await callersOfTenant(tx, caller.tenantId)).map(one => one.caller).filter(looksAtPeople)
  const sees = (operator: string | null) => (one: Caller) => seesOperator(one, operator)
  const isSame = changed.length === 0
  const ids = (list: readonly OfficeRow[]) => list.map(({ id }) => id)
  return {
    offices: moved.length,
    people: await countIn(call, 'identity_user', ids(moved)),
    duties: await countIn(call, 'identity_duty', ids(moved)),
    operatorBefore: names.get(before ?? '') ?? null,
    operatorAfter: names.get(after ?? '') ?? null,
    reassignedOffices: changed.length,
    reassignedPeople: await countIn(call, 'identity_user', ids(changed)),
    loses: await said(call, isSame ? [] : people.filter(one => sees(before)(one) && !sees(after)(one))),
    gains: await said(call, isSame ? [] : people.filter(one => !sees(before)(one) && sees(after)(one))),
  }
}

/**
 * Returns what people of an office see, and who sees the data of its operator. Everybody counts who has a right and the operator or
 * a station of it in scope, whatever the right is about. Holders of vip see it by their role, without a permission. Only people within the asker's scope are named.
 */
export async function reachOf(call: OfficeCall, row: OfficeRow): Promise<OfficeReach> {
  const { tx, caller } = call
  const all = await callersOfTenant(tx, caller.tenantId, { withGuests: true })
  const inOffice = all.filter(one => one.officeId === row.id).map(one => one.caller)
  const reached = await withinScope(call, inOffice)
  const here = inOffice.filter(one => reached.has(one.userId)).slice(0, MAX_PEOPLE_SAID)
  const operators = [row.operator_id ?? '', ...here.flatMap(({ scope }) => scope.operators ?? [])].filter(
    id => id !== '',
  )
  const names = await namesOf(tx, caller, operators)
  const seeing = all
    .map(one => one.caller)
    .filter(one => (one.permissions.size > 0 || isInvestorOnly(one.roles)) && seesOperator(one, row.operator_id))
  return {
    operator: names.get(row.operator_id ?? '') ?? null,
    people: here.map(({ userId, displayName, scope }) => ({
      id: userId,
      name: displayName,
      isWhole: scope.operators === null && scope.stations === null && scope.investors === null,
      operators: (scope.operators ?? []).filter(id => seesOperator(caller, id)).flatMap(id => names.get(id) ?? []),
      stations: scope.stations?.length ?? null,
    })),
    seenByWhole: seeing.filter(({ scope }) => scope.operators === null).length,
    seenByAssigned: await said(
      call,
      seeing.filter(({ scope }) => scope.operators !== null),
    ),
  }
}
