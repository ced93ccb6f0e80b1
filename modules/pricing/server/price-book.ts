import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import {
  type AssignmentFact,
  decodeSnapshot,
  type PricePlace,
  type PriceSnapshot,
  type Resolved,
  resolveAssignment,
  ASSIGNMENT_LEVELS,
  ASSIGNMENT_VARIANTS,
} from '../contract/index.ts'

/** Most decoded tariffs in the cache. Beyond it the cache is emptied. */
const MAX_SNAPSHOTS = 2_000
/** Most stations and piles per tenant whose assignments are cached. */
const MAX_PLACES = 50_000
const MAX_TENANTS = 1_000
/** Readings that are repeated because a change was committed in between. */
const MAX_REREADS = 3

/** A version's time in force. */
export interface BookVersion {
  id: string
  number: number
  hash: string
  from: number
  to: number | null
}

/**
 * All price rules of one tenant at a `revision`. Every change of versions or assignments writes a new revision in its own
 * transaction, so one indexed read shows whether the book is current. It needs no clock and sees changes of other processes as
 * they commit.
 */
export interface Book {
  revision: string
  versions: ReadonlyMap<string, readonly BookVersion[]>
  /** By station id, by pile id (its connectors included), and by '' for the tenant. */
  facts: Map<string, readonly AssignmentFact[]>
}

/** A place of a tenant by the keys of its facts. */
export interface BookPlace {
  tenantId: string
  stationId: string
  pileId?: string | undefined
}

const books = new Map<string, Book>()
const snapshots = new Map<string, { tenantId: string; snapshot: PriceSnapshot }>()

const REVISION = {
  tenant_id: col.uuid,
  revision: col.uuid,
}

type Revision = RowIn<typeof REVISION>

/** Books of all tenants named, with the facts of all places named: one query while nothing changes, else a few, never one per place. */
export async function openBooks(tx: Tx, places: readonly BookPlace[]): Promise<ReadonlyMap<string, Book>> {
  const tenants = [...new Set(places.map(place => place.tenantId))]
  let current = await readRevisions(tx, tenants)
  for (let attempt = 0; ; attempt++) {
    const stale = current.filter(({ tenant_id, revision }) => books.get(tenant_id)?.revision !== revision)
    if (stale.length > 0) await readBooks(tx, stale)
    const open = new Map<string, Book>()
    // A tenant without a revision has neither published nor assigned anything.
    for (const { tenant_id } of current) {
      const book = books.get(tenant_id)
      if (book) open.set(tenant_id, book)
    }
    const hasRead = (await readFacts(tx, open, places)) || stale.length > 0
    if (!hasRead || attempt === MAX_REREADS) return open
    // The reads may belong to different revisions if another transaction has committed in between: read again.
    const after = await readRevisions(tx, tenants)
    if (after.every(({ tenant_id, revision }) => open.get(tenant_id)?.revision === revision)) return open
    current = after
  }
}

function readRevisions(tx: Tx, tenants: readonly string[]): Promise<Revision[]> {
  return tx.query(REVISION, 'select tenant_id, revision from pricing_revision where tenant_id = any($1::uuid[])', [
    tenants,
  ])
}

async function readBooks(tx: Tx, stale: readonly Revision[]): Promise<void> {
  const rows = await tx.query(
    {
      tenant_id: col.uuid,
      policy_id: col.uuid,
      id: col.uuid,
      number: col.integer,
      hash: col.text,
      from: col.instant,
      to: col.instant.orNull,
    },
    `select tenant_id, policy_id, id, number, hash, valid_from_at as "from", valid_to_at as "to" from pricing_version
     where tenant_id = any($1::uuid[]) and hash is not null and valid_from_at is not null and state <> 'draft' order by tenant_id, policy_id, valid_from_at`,
    [stale.map(({ tenant_id }) => tenant_id)],
  )
  if (books.size + stale.length > MAX_TENANTS) books.clear()
  for (const { tenant_id, revision } of stale) {
    const versions = new Map<string, BookVersion[]>()
    for (const { tenant_id: owner, policy_id, ...version } of rows) {
      if (owner === tenant_id) versions.set(policy_id, [...(versions.get(policy_id) ?? []), version])
    }
    books.set(tenant_id, { revision, versions, facts: new Map() })
  }
}

async function readFacts(tx: Tx, open: ReadonlyMap<string, Book>, places: readonly BookPlace[]): Promise<boolean> {
  const missing = new Set<string>()
  const owners = new Set<string>()
  for (const { tenantId, stationId, pileId } of places) {
    const book = open.get(tenantId)
    if (!book) continue
    if (book.facts.size > MAX_PLACES) book.facts.clear()
    for (const key of ['', stationId, pileId]) {
      if (key === undefined || book.facts.has(key)) continue
      owners.add(tenantId)
      missing.add(key)
    }
  }
  if (owners.size === 0) return false
  const ids = [...missing].filter(key => key !== '')
  const rows = await tx.query(
    {
      tenantId: col.uuid,
      level: col.oneOf(ASSIGNMENT_LEVELS),
      target: col.text,
      variant: col.oneOf(ASSIGNMENT_VARIANTS),
      policyId: col.uuid.orNull,
      from: col.instant,
      kept: col.text,
    },
    `select tenant_id as "tenantId", level, target, variant, policy_id as "policyId", effective_from_at as "from",
       coalesce(pile_id::text, station_id::text, '') as kept
     from pricing_assignment where tenant_id = any($1::uuid[])
       and (level = 'tenant' or (level = 'station' and station_id = any($2::uuid[])) or pile_id = any($2::uuid[]))`,
    [[...owners], ids],
  )
  // A place that has no assignment is remembered as such. Keys that are known already stay: they were read under the same revision.
  const found = new Map<string, AssignmentFact[]>()
  for (const { tenantId, kept, ...fact } of rows) {
    const key = `${tenantId} ${kept}`
    found.set(key, [...(found.get(key) ?? []), fact])
  }
  for (const { tenantId, stationId, pileId } of places) {
    for (const key of ['', stationId, pileId]) {
      const facts = open.get(tenantId)?.facts
      if (key !== undefined && facts && !facts.has(key)) facts.set(key, found.get(`${tenantId} ${key}`) ?? [])
    }
  }
  return true
}

/** Returns all assignments that may decide a place's price. */
export function factsAt(book: Book, place: Pick<BookPlace, 'stationId' | 'pileId'>): AssignmentFact[] {
  return ['', place.stationId, place.pileId].flatMap(key => (key === undefined ? [] : (book.facts.get(key) ?? [])))
}

/** Returns the version of a policy that is in force at an instant. */
export function versionAt(book: Book, policyId: string, at: number): BookVersion | null {
  return book.versions.get(policyId)?.find(({ from, to }) => from <= at && (to === null || at < to)) ?? null
}

/** Returns the first instant after `at` at which the policy's version changes or ends; null when there is none. */
export function nextVersionAt(book: Book, policyId: string, at: number): number | null {
  const edges = (book.versions.get(policyId) ?? []).flatMap(({ from, to }) =>
    to === from ? [] : [from, ...(to === null ? [] : [to])],
  )
  return edges
    .filter(edge => edge > at)
    .reduce<number | null>((first, edge) => (first === null || edge < first ? edge : first), null)
}

export interface BookAnswer extends Resolved {
  version: BookVersion | null
}

/** Returns policy and version of a place at an instant; null when nothing is assigned. */
export function lookUp(book: Book, facts: readonly AssignmentFact[], place: PricePlace, at: number): BookAnswer | null {
  const resolved = resolveAssignment(facts, place, at)
  return resolved === null ? null : { ...resolved, version: versionAt(book, resolved.policyId, at) }
}

/**
 * Returns decoded snapshots by hash. Unknown hashes and those of another tenant than the transaction's are missing. Versions
 * never change, so cache entries stay valid.
 */
export async function snapshotsByHash(tx: Tx, hashes: readonly string[]): Promise<ReadonlyMap<string, PriceSnapshot>> {
  const unknown = [...new Set(hashes)].filter(hash => !snapshots.has(hash))
  const answer = new Map<string, PriceSnapshot>()
  if (unknown.length > 0) {
    const rows = await tx.query(
      { tenantId: col.uuid, hash: col.text, snapshot: col.text },
      'select tenant_id as "tenantId", hash, snapshot from pricing_version where hash = any($1::text[]) and snapshot is not null',
      [unknown],
    )
    for (const { tenantId, hash, snapshot } of rows) {
      const decoded = decodeSnapshot(snapshot)
      if (snapshots.size >= MAX_SNAPSHOTS) snapshots.clear()
      snapshots.set(hash, { tenantId, snapshot: decoded })
      answer.set(hash, decoded)
    }
  }
  for (const hash of hashes) {
    const known = snapshots.get(hash)
    if (known && (tx.tenantId === null || tx.tenantId === known.tenantId)) answer.set(hash, known.snapshot)
  }
  return answer
}
