import { type Tx, col } from '@wattyard/server-kit'
import { type AuditRow, type AuditFilters, type AuditPerson } from '../contract/calls/audit.ts'
import { AUDIT_COLUMNS, AUDIT_ORDER, auditCondition, cursorOf, hasText } from './audit-query.ts'

const AUDIT_ROW = {
  id: col.uuid,
  at: col.instant,
  actorId: col.uuid.orNull,
  actorName: col.text,
  ip: col.text.orNull,
  requestId: col.text.orNull,
  resource: col.text,
  recordId: col.text,
  action: col.text,
  before: col.json<Readonly<Record<string, unknown>>>().orNull,
  after: col.json<Readonly<Record<string, unknown>>>().orNull,
}

const AUDIT_PERSON = {
  id: col.uuid,
  name: col.text,
}

/**
 * Most rows that one call searches for a text. An index over all texts would slow down every write; searching the newest rows
 * costs only the read, and the answer states how far it got.
 */
export const SEARCHED_ROWS = 2_000

/** A page as stored, before the entries are described. */
export interface StoredPage {
  list: AuditRow[]
  next: string | null
  searchedTo: number | null
}

/**
 * Returns one page of the tenant's log, newest first. With a search text it can be short or empty although older rows match.
 *
 * @param tells whether a row holds a text as its reader sees it
 */
export async function readAuditPage(
  tx: Tx,
  tenantId: string,
  { q, ...wanted }: AuditFilters,
  pageSize: number,
  tells: (row: AuditRow, q: string) => boolean,
): Promise<StoredPage> {
  const where = auditCondition(tenantId, wanted)
  const all = `select ${AUDIT_COLUMNS} from kernel_audit where ${where.text} order by ${AUDIT_ORDER}`
  if (q === undefined) return pageOf(await tx.query(AUDIT_ROW, `${all} limit ${pageSize + 1}`, where.values), pageSize)
  const [edge] = await tx.query(
    { id: col.uuid, at: col.instant },
    `select id, at from kernel_audit where ${where.text} order by ${AUDIT_ORDER} offset ${SEARCHED_ROWS - 1} limit 1`,
    where.values,
  )
  const text = hasText(where, q)
  const found = await tx.query(
    AUDIT_ROW,
    `select * from (${all} limit ${SEARCHED_ROWS}) as newest where ${text} order by ${AUDIT_ORDER} limit ${SEARCHED_ROWS}`,
    where.values,
  )
  const told: AuditRow[] = []
  for (const row of found) {
    if (told.length > pageSize) break
    if (tells(row, q)) told.push(row)
  }
  const page = pageOf(told, pageSize)
  return page.next !== null || !edge ? page : { ...page, next: cursorOf(edge), searchedTo: edge.at }
}

function pageOf(rows: readonly AuditRow[], pageSize: number): StoredPage {
  const list = rows.slice(0, pageSize)
  const last = list.at(-1)
  return { list, next: rows.length > list.length && last ? cursorOf(last) : null, searchedTo: null }
}

/** Returns the distinct values of one column. It jumps from value to value through the index, with as many reads as values. */
export async function wordsOf(tx: Tx, tenantId: string, column: 'resource' | 'action'): Promise<string[]> {
  const rows = await tx.query(
    { word: col.text },
    `with recursive k as (
       (select ${column} as word from kernel_audit where tenant_id = $1 order by ${column} limit 1)
       union all
       select (select a.${column} from kernel_audit a where a.tenant_id = $1 and a.${column} > k.word order by a.${column} limit 1)
       from k where k.word is not null
     ) select word from k where word is not null`,
    [tenantId],
  )
  return rows.map(row => row.word)
}

/** Returns the people in the log with the name in their newest entry, by jumping through the index. */
export async function peopleOf(tx: Tx, tenantId: string): Promise<AuditPerson[]> {
  return tx.query(
    AUDIT_PERSON,
    `with recursive k as (
       (select actor_id from kernel_audit where tenant_id = $1 and actor_id is not null order by actor_id limit 1)
       union all
       select (select a.actor_id from kernel_audit a where a.tenant_id = $1 and a.actor_id > k.actor_id order by a.actor_id limit 1)
       from k where k.actor_id is not null
     )
     select k.actor_id as id, newest.actor_name as name from k cross join lateral (
       select actor_name from kernel_audit a where a.tenant_id = $1 and a.actor_id = k.actor_id order by at desc, id desc limit 1
     ) as newest
     order by name, id`,
    [tenantId],
  )
}
