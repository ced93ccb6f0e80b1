import type { CallInput, CallResult } from '@wattyard/calls'
import { addWithout, type Call, type Caller, col, may, scoped, seesWholeTenant, type Tx } from '@wattyard/server-kit'
import type { AskedPlaces, previewReachOfPerson, previewReachOfRole } from '../../contract/calls/person.ts'
import { user } from '../../contract/user.ts'
import { callerOf, scopeOf } from '../sessions/caller-of.ts'
import { withOperatorsInScope } from './operators-in-scope.ts'
import { beyondReach, grantsById } from './reach.ts'

/** Days of orders that a preview counts. */
const DAYS = 30
const DAY_MS = 86_400_000
/** Most people named in a preview. */
const MAX_NAMES = 5

const READ_STATIONS = 'assets.station:read'

/** Rows that somebody sees; null of kinds that they may not read. */
export interface RowsSeen {
  stations: number | null
  piles: number | null
  /** Orders that began at or after the instant asked about. */
  orders: number | null
}

/** Counts the rows that a caller sees, by modules above this one. */
export type RowsSeenBy = (tx: Tx, caller: Caller, since: Date) => Promise<RowsSeen>

type Preview = CallResult<typeof previewReachOfPerson>
const NOT_COUNTED = { stations: null, piles: null, orders: null }

/**
 * Returns what a person with these roles and places would see. Nothing is counted of a person with more rights or rows than the
 * caller, who would otherwise learn the size of what they do not see.
 */
export async function reachOfPlaces(
  call: Pick<Call, 'tx' | 'caller'>,
  input: AskedPlaces,
  { now, rowsSeenBy }: { now: number; rowsSeenBy: RowsSeenBy | undefined },
): Promise<Preview> {
  const { tx, caller } = call
  const { tenantId } = caller
  const grants = [...(await grantsById(tx, tenantId, input.roleIds)).values()]
  if (grants.length === 0) return { sees: 'nothing', because: 'noRole', ...NOT_COUNTED }
  const [places] = await withOperatorsInScope(tx, tenantId, [
    { scope_operator_ids: input.scopeOperatorIds, scope_station_ids: input.scopeStationIds },
  ])
  const person = callerOf(
    {
      tenantId,
      userId: caller.userId,
      loginName: '',
      displayName: '',
      userType: input.userType,
      operators: places?.scope_operator_ids ?? [],
      stations: input.scopeStationIds,
      investors: [],
    },
    grants,
    '',
    caller.language,
  )
  if (beyondReach(caller, person) || !(await areInReach(call, input.scopeStationIds)))
    return { sees: 'unknown', because: 'beyondYou', ...NOT_COUNTED }
  const isWhole = seesWholeTenant(person)
  if (!isWhole && input.scopeOperatorIds.length + input.scopeStationIds.length === 0)
    return { sees: 'nothing', because: 'noPlaces', ...NOT_COUNTED }
  const counted = (await rowsSeenBy?.(tx, person, new Date(now - DAYS * DAY_MS))) ?? NOT_COUNTED
  // Investors see stations without the permission to read them, which the caller may not have either.
  const knowsStations = may(caller, READ_STATIONS)
  const rows = knowsStations ? counted : { ...counted, stations: null }
  if (isWhole) return { sees: 'everything', because: null, ...rows }
  if (!knowsStations && counted.stations !== null) return { sees: 'part', because: null, ...rows }
  const because = whyNoStations(input, person, rows)
  return { sees: because === 'noneInBoth' || because === 'noStations' ? 'nothing' : 'part', because, ...rows }
}

/** Returns whether a caller sees each station; a missing one counts as one beyond, so that they cannot be told apart. */
async function areInReach({ tx, caller }: Pick<Call, 'tx' | 'caller'>, stations: readonly string[]): Promise<boolean> {
  const { operators, stations: own } = caller.scope
  if (operators === null) return true
  const single = stations.map(id => ({ scope_operator_ids: [], scope_station_ids: [id] }))
  const placed = await withOperatorsInScope(tx, caller.tenantId, single)
  return placed.every(
    ({ scope_operator_ids: of, scope_station_ids: [id = ''] }) =>
      of.some(operator => operators.includes(operator)) && (own === null || own.includes(id)),
  )
}

function whyNoStations(input: AskedPlaces, person: Caller, rows: RowsSeen): Preview['because'] {
  if (rows.stations === null && rows.piles === null && rows.orders === null) return 'noPermission'
  if (rows.stations !== 0) return null
  return input.scopeStationIds.length > 0 && may(person, READ_STATIONS) ? 'noneInBoth' : 'noStations'
}

/** Returns how many people with a role, of those that the caller sees, would see everything, a part or nothing if it had the given row scope. */
export async function reachOfHolders(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  { id, rowScope }: CallInput<typeof previewReachOfRole>,
): Promise<CallResult<typeof previewReachOfRole>> {
  const none = { holders: 0, everything: 0, part: 0, nothing: 0, names: [] }
  if (id === undefined || !may(caller, 'identity.user:read')) return none
  const where = scoped(caller, user)
  addWithout(where, user)
  where.add(`${where.value(id)} = any(role_ids)`)
  where.add("status = 'active'")
  const holders = await tx.query(
    {
      display_name: col.text,
      user_type: col.oneOf(['staff', 'investor', 'guest']),
      role_ids: col.uuids,
      scope_operator_ids: col.uuids,
      scope_station_ids: col.uuids,
      scope_investor_ids: col.uuids,
    },
    `select display_name, user_type, role_ids, scope_investor_ids, coalesce(scope_station_ids, '{}') as scope_station_ids,
       identity_operators_in_scope(tenant_id, scope_operator_ids, scope_station_ids) as scope_operator_ids
     from identity_user where ${where.text} order by display_name, id`,
    where.values,
  )
  const grants = await grantsById(
    tx,
    caller.tenantId,
    holders.flatMap(one => one.role_ids),
  )
  const seen = holders.map(one => {
    const scope = scopeOf(
      {
        userType: one.user_type,
        operators: one.scope_operator_ids,
        stations: one.scope_station_ids,
        investors: one.scope_investor_ids,
      },
      one.role_ids.flatMap(roleId => {
        const grant = grants.get(roleId)
        if (!grant) return []
        return [roleId === id ? { ...grant, rowScope } : grant]
      }),
    )
    const sees = seesWholeTenant({ scope }) ? 'everything' : scope.operators?.length === 0 ? 'nothing' : 'part'
    return { name: one.display_name, sees } as const
  })
  const count = (what: 'everything' | 'part' | 'nothing') => seen.filter(({ sees }) => sees === what).length
  return {
    holders: seen.length,
    everything: count('everything'),
    part: count('part'),
    nothing: count('nothing'),
    names: seen.flatMap(({ name, sees }) => (sees === 'nothing' ? [name] : [])).slice(0, MAX_NAMES),
  }
}
