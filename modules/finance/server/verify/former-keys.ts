import { hash } from 'node:crypto'
import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import { canonicalText } from '../close/canonical.ts'
import { type DaySigner, isSignedWith, type Purpose, signingKeyId } from '../close/signer.ts'
import { lockChains } from './anchor-books.ts'

const CHAINS = { day: 'day close', month: 'month close', anchor: 'anchor' } as const satisfies Record<string, Purpose>
type Chain = keyof typeof CHAINS

/** An entry of a chain as it is signed. */
export interface SignedEntry {
  keyId: string
  seq: number
  root: string
  signature: string
}

/**
 * - unproved: of a key that is lost, with its public half: recomputed, and held by the entry that the present key vouches for
 * - givenUp: of a former key, but after its end, or not the entry that it ended with
 * - unknown: of a key of which nobody has said anything
 */
export type Judgement = 'good' | 'bad' | 'unproved' | 'givenUp' | 'unknown'

export type SignatureJudge = (chain: Chain, entry: SignedEntry) => Judgement

const ROW = {
  tenant_id: col.uuid,
  key_id: col.text,
  public_key: col.text.orNull,
  day_seq: col.integer,
  day_root: col.text.orNull,
  anchor_seq: col.integer,
  anchor_root: col.text.orNull,
  signed_by: col.text,
  signature: col.text,
}
type FormerKey = RowIn<typeof ROW>
const COLUMNS = 'tenant_id, key_id, public_key, day_seq, day_root, anchor_seq, anchor_root, signed_by, signature'

type Said = Omit<FormerKey, 'signed_by' | 'signature'>

function hashOf(row: Said): string {
  const { tenant_id: tenant, key_id: key, public_key: publicKey, day_seq, day_root, anchor_seq, anchor_root } = row
  const ends = { day: [day_seq, day_root], anchor: [anchor_seq, anchor_root] }
  return hash('sha256', canonicalText({ leaf: 'formerKey', tenant, key, publicKey, ...ends }), 'hex')
}

const isVouched = (row: FormerKey, signer: DaySigner): boolean =>
  signer.verify(row.signed_by, hashOf(row), row.signature, 'former key') === true

/** Returns what judges signatures of a tenant: by the present key, and by former ones that it vouches for. */
export async function signatureJudge(tx: Tx, tenantId: string, signer: DaySigner): Promise<SignatureJudge> {
  const rows = await tx.query(ROW, `select ${COLUMNS} from finance_former_key where tenant_id = $1`, [tenantId])
  const former = new Map(rows.filter(row => isVouched(row, signer)).map(row => [row.key_id, row]))
  return (chain, { keyId, seq, root, signature }) => {
    const own = signer.verify(keyId, root, signature, CHAINS[chain])
    if (own !== null) return own ? 'good' : 'bad'
    const key = former.get(keyId)
    if (!key) return 'unknown'
    const end =
      chain === 'anchor' ? { seq: key.anchor_seq, root: key.anchor_root } : { seq: key.day_seq, root: key.day_root }
    // A month has the place of the closing of its last day, whose root is another.
    if (seq > end.seq || (chain !== 'month' && seq === end.seq && root !== end.root)) return 'givenUp'
    if (key.public_key === null) return 'unproved'
    return isSignedWith(key.public_key, root, signature, CHAINS[chain]) ? 'good' : 'bad'
  }
}

/**
 * Checks before anything is signed that nobody has given this key up: a server that still runs with it must not go on.
 * @throws Error when somebody has
 */
export async function mustBeInUse(tx: Tx, tenantId: string, { keyId }: DaySigner): Promise<void> {
  const given = await tx.query('select 1 from finance_former_key where tenant_id = $1 and key_id = $2', [
    tenantId,
    keyId,
  ])
  if (given.length > 0)
    throw new Error(
      `the signing key ${keyId} was given up: this server signs nothing more, end it (docs/decisions/0419)`,
    )
}

/** A key that is none of ours any more. */
export interface GivenUpKey {
  keyId: string
  /** Whether its signatures can still be checked. */
  isKnown: boolean
  /** Closings and entries up to its end, of all tenants. */
  closings: number
  entries: number
}

const END = { tenant_id: col.uuid, key_id: col.text, seq: col.integer, root: col.text, signed: col.integer }
type End = RowIn<typeof END>

/** The last entry that each key signed in a tenant's chain, and how many there are. */
const endsBy = (table: string, root: string): string =>
  `select e.tenant_id, e.key_id, e.seq, c.${root} as root, e.signed from (
     select tenant_id, key_id, max(seq) as seq, count(*)::int as signed from ${table}
     where key_id is not null and seq is not null group by tenant_id, key_id) e
   join ${table} c on c.tenant_id = e.tenant_id and c.seq = e.seq`

/**
 * Makes every key but the present one a former one: it holds up to the last entry that it has signed in each chain, and for nothing after.
 * In a transaction of the platform.
 * @param former public key (SPKI, PEM) that the installation had until now; null when nobody has it
 * @param tenants all of them: a server with a former key signs nothing more for any
 */
export async function giveUpOtherKeys(
  tx: Tx,
  { signer, former, tenants, at }: { signer: DaySigner; former: string | null; tenants: readonly string[]; at: number },
): Promise<GivenUpKey[]> {
  await lockChains(tx, tenants)
  const days = await tx.query(END, endsBy('finance_day_close', 'root'))
  const anchors = await tx.query(END, endsBy('finance_anchor', 'hash'))
  const before = await tx.query(ROW, `select ${COLUMNS} from finance_former_key`)
  const publicKeys = new Map(
    before.flatMap(row =>
      row.public_key !== null && isVouchedByOurs(row, signer, former) ? [[row.key_id, row.public_key] as const] : [],
    ),
  )
  if (former !== null) publicKeys.set(signingKeyId(former), former)
  const keys = new Set([...days, ...anchors, ...before].map(row => row.key_id).concat([...publicKeys.keys()]))
  keys.delete(signer.keyId)
  const rows = [...keys].flatMap(keyId =>
    tenants.map((tenantId): Said => {
      const of = (ends: readonly End[]) => ends.find(end => end.tenant_id === tenantId && end.key_id === keyId)
      const [day, anchor] = [of(days), of(anchors)]
      return {
        tenant_id: tenantId,
        key_id: keyId,
        public_key: publicKeys.get(keyId) ?? null,
        day_seq: day?.seq ?? 0,
        day_root: day?.root ?? null,
        anchor_seq: anchor?.seq ?? 0,
        anchor_root: anchor?.root ?? null,
      }
    }),
  )
  await tx.execute('delete from finance_former_key where tenant_id = any($1::uuid[])', [uuidList(tenants)])
  for (const row of rows)
    await tx.execute(
      `insert into finance_former_key (${COLUMNS}, given_up_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        row.tenant_id,
        row.key_id,
        row.public_key,
        row.day_seq,
        row.day_root,
        row.anchor_seq,
        row.anchor_root,
        signer.keyId,
        signer.sign(hashOf(row), 'former key'),
        new Date(at),
      ],
    )
  const signedBy = (ends: readonly End[], keyId: string): number =>
    ends.filter(end => end.key_id === keyId).reduce((sum, end) => sum + end.signed, 0)
  return [...keys].map(keyId => ({
    keyId,
    isKnown: publicKeys.has(keyId),
    closings: signedBy(days, keyId),
    entries: signedBy(anchors, keyId),
  }))
}

/** Whether this installation itself said it: with its present key, or with the one that it has until now. */
function isVouchedByOurs(row: FormerKey, signer: DaySigner, former: string | null): boolean {
  if (isVouched(row, signer)) return true
  return (
    former !== null &&
    row.signed_by === signingKeyId(former) &&
    isSignedWith(former, hashOf(row), row.signature, 'former key')
  )
}
