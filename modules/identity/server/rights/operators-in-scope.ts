import { col, type Tx, uuidList } from '@wattyard/server-kit'

/** The assigned places of an account. */
export interface AssignedPlaces {
  readonly scope_operator_ids: readonly string[]
  readonly scope_station_ids: readonly string[]
}

const hasStationsAlone = ({ scope_operator_ids, scope_station_ids }: AssignedPlaces): boolean =>
  scope_operator_ids.length === 0 && scope_station_ids.length > 0

/**
 * Returns the accounts with the operators in scope: of accounts with stations alone, those that the stations have now; of all
 * others the assigned ones. Stations that do not exist in the tenant have no operator (decision 387).
 */
export async function withOperatorsInScope<A extends AssignedPlaces>(
  tx: Tx,
  tenantId: string,
  accounts: readonly A[],
): Promise<readonly A[]> {
  const alone = accounts.filter(hasStationsAlone)
  if (alone.length === 0) return accounts
  const rows = await tx.query(
    { station: col.uuid, operators: col.uuids },
    `select k.station, identity_operators_in_scope($1, '{}', array[k.station]) as operators from unnest($2::uuid[]) as k(station)`,
    [tenantId, uuidList([...new Set(alone.flatMap(one => one.scope_station_ids))])],
  )
  const operatorsOf = new Map(rows.map(({ station, operators }) => [station, operators]))
  return accounts.map(one => {
    if (!hasStationsAlone(one)) return one
    const operators = new Set(one.scope_station_ids.flatMap(station => operatorsOf.get(station) ?? []))
    return { ...one, scope_operator_ids: [...operators].toSorted() }
  })
}
