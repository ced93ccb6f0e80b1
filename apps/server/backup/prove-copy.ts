import { lastRoots, daySigner, proveOrders, verifyBooks } from '@wattyard/finance/server'
import { tenantsByBooks } from '@wattyard/identity/server'
import type { Database } from '@wattyard/server-kit'
import { freshSecrets, type Secrets } from '../secrets.ts'

/** Orders per tenant that are proved from facts to postings. */
const ORDERS_PROVED = 400
/** Findings of one kind that are told; the first ones say what is wrong. */
const MAX_TOLD = 10

export interface TenantProof {
  tenant: string
  journals: number
  postings: number
  closedDays: number
  /** Of these, sealed with a key that is not here, or is lost: recomputed, but their signature is not recognised. */
  unrecognised: number
  orders: number
  findings: string[]
}

export interface CopyProof {
  ok: boolean
  tenants: TenantProof[]
  /** Roots of closed days that are not those of the manifest. */
  roots: string[]
}

/**
 * A day that was sealed with a key nobody here has is no wrong day: after a restore without keys that is so for ever, and
 * its root is recomputed all the same. It is counted beside.
 */
const isUnknown = ({ check }: { check: string }): boolean => check === 'unknownKey'

/**
 * Recomputes what a copy of the installation promises: every balance and journal, every closed day with its root, orders
 * from facts to postings, and the roots that the manifest names.
 *
 * @param secrets of the installation that closed the days; without them its signatures are not recognised
 */
export async function proveCopy(
  db: Database,
  { facts, secrets, now }: { facts: Readonly<Record<string, string>>; secrets: Secrets | null; now: number },
): Promise<CopyProof> {
  const signer = daySigner((secrets ?? freshSecrets()).daySigning)
  const tenants: TenantProof[] = []
  const { whole } = await db.platform(tx => tenantsByBooks(tx), { readOnly: true })
  for (const { id, code } of whole) {
    const books = await verifyBooks(db, id, { signer, now })
    const orders = await proveOrders(db, id, { most: ORDERS_PROVED, now })
    const found = [
      books.ledger.findings.map(one => `ledger ${one.check} ${one.subject} ${one.detail}`),
      books.days.findings.filter(one => !isUnknown(one)).map(one => `day ${one.day} ${one.check} ${one.detail}`),
      books.orders.findings.map(one => `order ${one.id} ${one.check} ${one.detail}`),
      books.anchors.findings.filter(one => !isUnknown(one)).map(one => `chain ${one.seq} ${one.check} ${one.detail}`),
      orders.findings.map(one => `order ${one}`),
    ]
    tenants.push({
      tenant: code,
      journals: Number(books.ledger.counted.journals),
      postings: Number(books.ledger.counted.postings),
      closedDays: books.days.counted.sealed,
      unrecognised: books.days.findings.filter(isUnknown).length + books.days.counted.unproved,
      orders: orders.orders,
      findings: found.flatMap(firstOf),
    })
  }
  const roots = await differentRoots(db, facts)
  return { ok: roots.length === 0 && tenants.every(one => one.findings.length === 0), tenants, roots }
}

/** The first of a kind, and how many more there are. */
function firstOf(found: readonly string[]): string[] {
  const more = found.length - MAX_TOLD
  return more > 0 ? [...found.slice(0, MAX_TOLD), `and ${more} more like this`] : [...found]
}

async function differentRoots(db: Database, facts: Readonly<Record<string, string>>): Promise<string[]> {
  const found = new Map(
    (await db.platform(tx => lastRoots(tx), { readOnly: true })).map(one => [
      `root:${one.tenantId}`,
      `${one.seq} ${one.root}`,
    ]),
  )
  return Object.entries(facts)
    .filter(([name, root]) => name.startsWith('root:') && found.get(name) !== root)
    .map(([name]) => `${name} is ${found.get(name) ?? 'missing'}`)
}

/** The proof in lines, for a terminal and for the page. */
export function proofLines({ tenants, roots }: CopyProof): string[] {
  return [
    ...tenants.map(
      one =>
        `${one.tenant}: ${one.journals} journals, ${one.postings} postings, ${one.closedDays} closed days${one.unrecognised > 0 ? ` (${one.unrecognised} sealed with a key that is not here)` : ''}, ${one.orders} orders proved: ${one.findings.length === 0 ? 'everything adds up' : `${one.findings.length} findings`}`,
    ),
    ...tenants.flatMap(one => one.findings.map(finding => `  ${one.tenant}: ${finding}`)),
    ...roots.map(root => `  ${root}`),
  ]
}
