import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { isId } from '../new-id.ts'
import type { DeletionRule, Mask, DeletionRules } from './deletion-rules.ts'

/** Rows of one transaction: nobody waits long for a lock, and a killed process loses little (docs/decisions/0101-…). */
export const ERASE_CHUNK = 2_000

interface Column {
  name: string
  type: string
}

/** One table's part of a deletion. */
export interface ErasureStep {
  table: string
  rule: Exclude<DeletionRule, { do: 'keep' }>
  /** Columns of the primary key, in order. */
  key: readonly Column[]
  columns: readonly Column[]
  /** Columns that point at rows of the same table, each with what it points at: leaves go first. */
  own: readonly { from: string; to: string }[]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

interface Present {
  name: string
  columns: Column[]
  key: Column[]
}

async function presentTables(tx: Tx): Promise<Present[]> {
  return tx.query(
    { name: col.text, columns: col.json<Column[]>(), key: col.json<Column[]>() },
    `select c.relname as name,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
         from pg_index x cross join unnest(x.indkey) with ordinality as k(attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where x.indrelid = c.oid and x.indisprimary) as key
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by c.relname collate "C"`,
  )
}

/** A foreign key by which a row holds another one: the holder has to go first. */
export interface Hold {
  holder: string
  held: string
  /** Columns of the holder and of the held, without the tenant. */
  from: string[]
  to: string[]
}

/** Foreign keys that refuse a deletion, or carry it on; those that merely let go (`set null`) hold nothing. */
export async function foreignHolds(tx: Tx): Promise<Hold[]> {
  return tx.query(
    { holder: col.text, held: col.text, from: col.texts, to: col.texts },
    `select h.relname as holder, t.relname as held,
       array(select a.attname::text from unnest(k.conkey) with ordinality u(n, place) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n
         where a.attname <> 'tenant_id' order by u.place) as "from",
       array(select a.attname::text from unnest(k.confkey) with ordinality u(n, place) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n
         where a.attname <> 'tenant_id' order by u.place) as "to"
     from pg_constraint k join pg_class h on h.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.confdeltype not in ('n', 'd') and h.relnamespace = 'public'::regnamespace
     order by h.relname collate "C", k.conname collate "C"`,
  )
}

/**
 * Tables in the order in which they are worked through: whoever points at others before them, otherwise by name, so that
 * every run takes the same way.
 *
 * @throws Error when tables hold each other in a ring
 */
function inOrder(tables: readonly string[], holds: readonly Hold[]): string[] {
  const left = new Set(tables)
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      table => !holds.some(({ holder, held }) => held === table && holder !== table && left.has(holder)),
    )
    if (free.length === 0) throw new Error(`tables hold each other: ${[...left].join(', ')}`)
    for (const table of free) {
      left.delete(table)
      order.push(table)
    }
  }
  return order
}

/**
 * What a deletion does, in its order, read from the schema and the rules that modules declare.
 *
 * @throws Error when a table has no deletion rule: nothing is deleted by halves
 */
export async function planErasure(tx: Tx, rules: DeletionRules): Promise<ErasureStep[]> {
  const present = new Map((await presentTables(tx)).map(table => [table.name, table]))
  for (const name of present.keys()) if (!rules[name]) throw new Error(`table ${name} has no deletion rule`)
  const holds = await foreignHolds(tx)
  return inOrder([...present.keys()], holds).flatMap(table => {
    const [rule, known] = [rules[table], present.get(table)]
    if (!rule || !known || rule.do === 'keep') return []
    const own = holds
      .filter(hold => hold.holder === table && hold.held === table)
      .map(({ from, to }) => ({ from: from[0] ?? '', to: to[0] ?? '' }))
    return [{ table, rule, key: known.key, columns: known.columns, own }]
  })
}

/** Value of a masked column as SQL; `$1` is the salt. */
function maskedText(mask: Mask, { name, type }: Column): string {
  const column = quoted(name)
  const word = `'P-' || left(encode(sha256($1::bytea || convert_to(${column}::text, 'UTF8')), 'hex'), 12)`
  if (mask === 'null') return 'null'
  if (mask === 'blank') return type === 'text' ? `''` : `'{}'::${type}`
  if (mask === 'pseudonym') return `case when ${column} is null or ${column} = '' then ${column} else ${word} end`
  if (mask === 'nameless') return `case when ${column} ~ '^([0-9a-f-]{36})?$' then ${column} else ${word} end`
  const keys = `array[${mask.without.map(literal).join(', ')}]::text[]`
  return `case when jsonb_typeof(${column}::jsonb) = 'object' then (${column}::jsonb - ${keys})::${type} else ${column} end`
}

/** Where a table's pseudonymising has come to: key of the last row done, as texts; null before the first. */
export type Cursor = readonly string[] | null

export interface ChunkDone {
  rows: number
  cursor: Cursor
  /** The table has nothing left that a chunk would touch. */
  isDone: boolean
}

/**
 * The eraser's turn inside a transaction of the platform: its rights are those of the rules, table by table, and row-level
 * security shows it the rows of one tenant that is in state `deleting`, and of no other, whatever is asked.
 */
async function asEraser<T>(tx: Tx, tenantId: string, run: () => Promise<T>): Promise<T> {
  if (!isId(tenantId)) throw new Error('tenant id is not a uuid')
  await tx.execute('set local role wattyard_eraser')
  await tx.execute(`set local wattyard.tenant_id = '${tenantId}'`)
  const result = await run()
  await tx.execute(`set local wattyard.tenant_id = ''`)
  await tx.execute('set local role wattyard_platform')
  return result
}

/** Does the next rows of one table. `tx` is the platform's; what has been done is committed with the caller's notes. */
export function eraseChunk(
  tx: Tx,
  step: ErasureStep,
  { tenantId, salt, cursor, limit = ERASE_CHUNK }: { tenantId: string; salt: Buffer; cursor: Cursor; limit?: number },
): Promise<ChunkDone> {
  const { table, rule, key, columns, own } = step
  const keys = key.map(({ name }) => quoted(name)).join(', ')
  return asEraser(tx, tenantId, async () => {
    if (rule.do === 'erase') {
      const leaves = own.map(
        ({ from, to }) =>
          ` and not exists (select from ${quoted(table)} c where c.tenant_id = t.tenant_id and c.${quoted(from)} = t.${quoted(to)})`,
      )
      const rows = await tx.execute(
        `delete from ${quoted(table)} where tenant_id = $1 and (${keys}) in (
           select ${keys} from ${quoted(table)} t where tenant_id = $1${leaves.join('')} limit ${limit})`,
        [tenantId],
      )
      // With rows that point at each other a short chunk may only be the last of the leaves.
      return { rows, cursor: null, isDone: own.length > 0 ? rows === 0 : rows < limit }
    }
    const places = key.map(({ type }, i) => `$${i + 3}::${type}`).join(', ')
    const after = cursor === null ? '' : ` and (${keys}) > (${places})`
    const sets = Object.entries(rule.columns).map(([name, mask]) => {
      const column = columns.find(one => one.name === name)
      if (!column) throw new Error(`table ${table} has no column ${name}`)
      return `${quoted(name)} = ${maskedText(mask, column)}`
    })
    const usesSalt = sets.some(set => set.includes('$1'))
    const done = await tx.query(
      { key: col.texts, touched: col.bigint },
      `with batch as (select ${keys} from ${quoted(table)} where tenant_id = $2${after} order by ${keys} limit ${limit}),
       done as (update ${quoted(table)} set ${sets.join(', ')} where (${keys}) in (select ${keys} from batch)${usesSalt ? '' : ' and $1::bytea is not null'} returning 1)
       select array[${key.map(({ name }) => `${quoted(name)}::text`).join(', ')}] as key, (select count(*) from done) as touched from batch order by ${keys}`,
      [salt, tenantId, ...(cursor ?? [])],
    )
    return { rows: done.length, cursor: done.at(-1)?.key ?? cursor, isDone: done.length < limit }
  })
}

/** Returns how many rows of each kept table the tenant has. A transaction of the platform. */
export async function countKept(tx: Tx, rules: DeletionRules, tenantId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [table, rule] of Object.entries(rules)) {
    if (rule.do !== 'keep') continue
    const [row] = await tx.query(
      { count: col.bigint },
      `select count(*) as count from ${quoted(table)} where tenant_id = $1`,
      [tenantId],
    )
    counts.set(table, Number(row?.count ?? 0n))
  }
  return counts
}
