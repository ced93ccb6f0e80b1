import {
  addWithout,
  type Call,
  type Caller,
  labelColumn,
  may,
  type Route,
  rowInScope,
  scoped,
  type Tx,
  col,
  serveCall,
} from '@wattyard/server-kit'
import { readOfficeTree, previewOfficeMove, readReachOfOffice, type OfficeNode } from '../../contract/calls/office.ts'
import { office } from '../../contract/office.ts'
import { user } from '../../contract/user.ts'
import { movingOf, reachOf } from './office-reach.ts'

/** Returns the number of stations per operator that the caller sees; null for callers who may not see stations. */
export type StationCounts = (tx: Tx, caller: Caller) => Promise<ReadonlyMap<string, number> | null>

/** Returns the number of people per office that the caller sees; null for callers who may not see people. */
async function peopleCounts({ tx, caller }: Call): Promise<ReadonlyMap<string, number> | null> {
  if (!may(caller, 'identity.user:read')) return null
  const where = scoped(caller, user)
  addWithout(where, user)
  where.add('office_id is not null')
  const rows = await tx.query(
    { office_id: col.uuid, count: col.bigint },
    `select office_id, count(*) as count from identity_user where ${where.text} group by office_id`,
    where.values,
  )
  return new Map(rows.map(row => [row.office_id, Number(row.count)]))
}

type Growing = Omit<OfficeNode, 'children'> & { children: Growing[] }

/** Returns the offices as a tree in order. An office whose parent the caller does not see becomes a root. */
async function treeOf(call: Call, stationCounts: StationCounts | undefined): Promise<readonly OfficeNode[]> {
  const where = scoped(call.caller, office)
  const rows = await call.tx.query(
    {
      id: col.uuid,
      code: col.text,
      name: col.text,
      kind: col.oneOf(['operator', 'department']),
      status: col.oneOf(['active', 'closed']),
      parent_id: col.uuid.orNull,
    },
    `select id, code, ${labelColumn(office, call.caller.language)} as name, kind, status, parent_id from identity_office where ${where.text} order by position, code, id`,
    where.values,
  )
  const people = await peopleCounts(call)
  const stations = (await stationCounts?.(call.tx, call.caller)) ?? null
  const nodes = new Map(
    rows.map(({ id, code, name, kind, status }): [string, Growing] => [
      id,
      {
        id,
        code,
        label: name,
        kind,
        status,
        people: people && (people.get(id) ?? 0),
        stations: kind === 'operator' ? stations && (stations.get(id) ?? 0) : null,
        children: [],
      },
    ]),
  )
  const roots: Growing[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)
    if (node) (nodes.get(row.parent_id ?? '')?.children ?? roots).push(node)
  }
  return roots
}

export function officeRoutes(stationCounts: StationCounts | undefined): Route[] {
  return [
    serveCall(readOfficeTree, {
      work: 'read',
      handle: async call => ({ list: await treeOf(call, stationCounts) }),
    }),
    serveCall(previewOfficeMove, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const row = await rowInScope(tx, caller, office, input.id)
        if (input.parent !== null) await rowInScope(tx, caller, office, input.parent)
        return movingOf({ tx, caller }, row, input.parent)
      },
    }),
    serveCall(readReachOfOffice, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const row = await rowInScope(tx, caller, office, input.id)
        return reachOf({ tx, caller }, row)
      },
    }),
  ]
}
