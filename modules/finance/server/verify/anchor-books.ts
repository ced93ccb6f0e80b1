import { hash } from 'node:crypto'
import { type SettledOrder, wholeOrders } from '@wattyard/charging/server'
import { type AnchoredJournal, anchoredJournals, journalIdsAfter, newestJournals } from '@wattyard/ledger/server'
import { type Database, eachByItself, firstIdAt, type Tx, col, type RowIn, uuidList } from '@wattyard/server-kit'
import { canonicalText, ENCODING, leafBytes } from '../close/canonical.ts'
import { writeOrder } from '../close/day-leaves.ts'
import { merkleTree } from '../close/merkle.ts'
import type { FinanceWorld } from '../ports.ts'
import { ORDER_SOURCE } from '../bill/read-bills.ts'
import { mustBeInUse } from './former-keys.ts'

/** Journals per entry. Hashing them takes some ten milliseconds, so that other work is not delayed. */
const BATCH = 250
/** Journals of one run; a long history is caught up with over several. */
const MOST_PER_RUN = 100_000
/**
 * Ids are generated before their transaction commits, so an id may appear behind anchored ones. Transactions end within a minute,
 * so after this time none can.
 */
export const LATE_MS = 2 * 60_000

export const ANCHOR_ROW = {
  tenant_id: col.uuid,
  seq: col.integer,
  at: col.instant,
  journal_ids: col.uuids,
  up_to: col.uuid,
  encoding: col.integer,
  root: col.text,
  previous: col.text.orNull,
  hash: col.text,
  signature: col.text,
  key_id: col.text,
}

export type AnchorRow = RowIn<typeof ANCHOR_ROW>

export const ANCHOR_COLUMNS =
  'tenant_id, seq, at, journal_ids, up_to, encoding, root, previous, hash, signature, key_id'

/** Returns the first id that could still appear behind an anchored one. */
export function lateFrom(upTo: string): string {
  const at = Number.parseInt(upTo.replaceAll('-', '').slice(0, 12), 16)
  return firstIdAt(Math.max(0, at - LATE_MS))
}

/** Returns the root over journals with postings and accounts; settlements include the order with its lines. */
export async function rootOfJournals(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  encoding: number,
): Promise<{ root: string; found: number }> {
  const journals = await anchoredJournals(tx, tenantId, ids)
  const settled = journals.filter(isSettlement).map(journal => journal.sourceId)
  const orders = settled.length > 0 ? await wholeOrders(tx, tenantId, settled) : new Map<string, SettledOrder>()
  const tree = merkleTree()
  for (const journal of journals) {
    const order = isSettlement(journal) ? orders.get(journal.sourceId) : undefined
    tree.add(leafBytes(`${journal.text}${order ? writeOrder(order, encoding) : ''}`, encoding))
  }
  return { root: tree.root(), found: journals.length }
}

const isSettlement = ({ kind, sourceType }: AnchoredJournal): boolean =>
  kind === 'settle' && sourceType === ORDER_SOURCE

export function hashOfEntry(
  entry: Omit<AnchorRow, 'hash' | 'signature' | 'key_id' | 'journal_ids'> & { readonly journal_ids: readonly string[] },
): string {
  const { tenant_id: tenant, seq, at, journal_ids, up_to: upTo, encoding, root, previous } = entry
  const text = canonicalText({
    leaf: 'anchor',
    tenant,
    seq,
    at,
    count: journal_ids.length,
    upTo,
    encoding,
    root,
    previous,
  })
  return hash('sha256', text, 'hex')
}

async function lastEntry(tx: Tx, tenantId: string): Promise<AnchorRow | undefined> {
  const [row] = await tx.query(
    ANCHOR_ROW,
    `select ${ANCHOR_COLUMNS} from finance_anchor where tenant_id = $1 order by seq desc limit 1`,
    [tenantId],
  )
  return row
}

/** Journals that no entry has yet, oldest first, as many as one run takes. */
async function unanchored(tx: Tx, tenantId: string, last: AnchorRow | undefined): Promise<string[]> {
  if (!last) return journalIdsAfter(tx, { tenantId, after: null, limit: MOST_PER_RUN })
  const from = lateFrom(last.up_to)
  const recent = await tx.query(
    { journal_ids: col.uuids },
    'select journal_ids from finance_anchor where tenant_id = $1 and up_to >= $2 order by up_to',
    [tenantId, from],
  )
  const known = new Set(recent.flatMap(row => row.journal_ids))
  const ids = await journalIdsAfter(tx, { tenantId, after: from, limit: known.size + MOST_PER_RUN })
  return ids.filter(id => !known.has(id))
}

/** Locks chains: two writers of one would both name the same predecessor. */
export async function lockChains(tx: Tx, tenants: readonly string[]): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(771432, hashtext(id::text)) from unnest($1::uuid[]) as t(id)', [
    uuidList(tenants),
  ])
}

/** Writes the next entry of a tenant's chain; null when another writer was faster. */
async function writeEntry(
  tx: Tx,
  world: FinanceWorld,
  tenantId: string,
  { ids, after }: { ids: readonly string[]; after: number },
): Promise<number | null> {
  await lockChains(tx, [tenantId])
  await mustBeInUse(tx, tenantId, world.signer)
  const last = await lastEntry(tx, tenantId)
  const newest = ids.at(-1)
  if (newest === undefined || (last?.seq ?? 0) !== after) return null
  const { root } = await rootOfJournals(tx, tenantId, ids, ENCODING)
  const entry = {
    tenant_id: tenantId,
    seq: (last?.seq ?? 0) + 1,
    at: world.clock.now(),
    journal_ids: ids,
    up_to: last && last.up_to > newest ? last.up_to : newest,
    encoding: ENCODING,
    root,
    previous: last?.hash ?? null,
  }
  const own = hashOfEntry(entry)
  await tx.execute(
    `insert into finance_anchor (${ANCHOR_COLUMNS}) values ($1, $2, $3, $4::uuid[], $5, $6, $7, $8, $9, $10, $11)`,
    [
      tenantId,
      entry.seq,
      new Date(entry.at),
      ids,
      entry.up_to,
      ENCODING,
      root,
      entry.previous,
      own,
      world.signer.sign(own, 'anchor'),
      world.signer.keyId,
    ],
  )
  tx.afterCommit(() => world.outside?.append({ tenantId, kind: 'anchor', seq: entry.seq, root: own, at: entry.at }))
  return entry.seq
}

/**
 * Anchors all journals posted since the last run.
 *
 * @returns number of entries written
 * @throws AggregateError of the tenants that failed, after all others were anchored
 */
export async function anchorBooks(db: Database, world: FinanceWorld, signal?: AbortSignal): Promise<number> {
  const newest = await db.platform(tx => newestJournals(tx), { readOnly: true })
  const anchored = await db.platform(
    tx =>
      tx.query(
        { tenant_id: col.uuid, up_to: col.uuid },
        `select t.tenant_id, a.up_to from unnest($1::uuid[]) as t(tenant_id)
         cross join lateral (select up_to from finance_anchor where tenant_id = t.tenant_id order by seq desc limit 1) a`,
        [newest.map(one => one.tenantId)],
      ),
    { readOnly: true },
  )
  const upTo = new Map(anchored.map(row => [row.tenant_id, row.up_to]))
  let written = 0
  await eachByItself(
    newest.filter(({ tenantId, id }) => (upTo.get(tenantId) ?? '') < id),
    async ({ tenantId }) => {
      written += await anchorTenant(db, world, tenantId, signal)
    },
    { nameOf: ({ tenantId }) => tenantId, ...(signal && { signal }) },
  )
  return written
}

async function anchorTenant(
  db: Database,
  world: FinanceWorld,
  tenantId: string,
  signal?: AbortSignal,
): Promise<number> {
  const { ids, seq } = await db.tenant(tenantId, async tx => {
    const last = await lastEntry(tx, tenantId)
    return { ids: await unanchored(tx, tenantId, last), seq: last?.seq ?? 0 }
  })
  let after = seq
  for (let at = 0; at < ids.length && !signal?.aborted; at += BATCH) {
    const next = await db.tenant(tenantId, tx =>
      writeEntry(tx, world, tenantId, { ids: ids.slice(at, at + BATCH), after }),
    )
    if (next === null) break
    after = next
  }
  return after - seq
}
