import { countJournalsUpTo, journalsBeside } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'
import { ANCHOR_COLUMNS, type AnchorRow, hashOfEntry, lateFrom, rootOfJournals, ANCHOR_ROW } from './anchor-books.ts'
import type { OutsideRoot } from './outside-roots.ts'
import type { DaySigner } from '../close/signer.ts'
import { type SignatureJudge, signatureJudge } from './former-keys.ts'

/** Entries of one read. */
const PAGE = 50
const MAX_FINDINGS = 100

export interface AnchorFinding {
  check: 'anchor' | 'anchorChain' | 'anchorSignature' | 'unknownKey' | 'formerKey' | 'notAnchored' | 'outside'
  /** Position in the chain; 0 when there is none. */
  seq: number
  detail: string
}

export interface AnchorVerification {
  ok: boolean
  entries: number
  journals: number
  /** Entries of a lost key: their signatures cannot be checked, all else is. */
  unproved: number
  /** Hash of the newest entry; null for an empty chain. */
  head: string | null
  findings: AnchorFinding[]
}

/** Recomputes a tenant's chain from the books: every entry, journals that are not anchored, and the end of the chain. */
export async function verifyAnchors(
  tx: Tx,
  { tenantId, signer, outside }: { tenantId: string; signer: DaySigner; outside: OutsideRoot | null },
): Promise<AnchorVerification> {
  const findings: AnchorFinding[] = []
  const anchored: string[] = []
  const judge = await signatureJudge(tx, tenantId, signer)
  let unproved = 0
  let last: AnchorRow | null = null
  let outsideHash: string | null = null
  for (;;) {
    const page: AnchorRow[] = await tx.query(
      ANCHOR_ROW,
      `select ${ANCHOR_COLUMNS} from finance_anchor where tenant_id = $1 and seq > $2 order by seq limit ${PAGE}`,
      [tenantId, last?.seq ?? 0],
    )
    for (const entry of page) {
      findings.push(...(await entryFindings(tx, entry, last)))
      const [check, detail] = signatureFinding(judge, entry)
      if (check === 'unproved') unproved++
      else if (check) findings.push({ check, seq: entry.seq, detail })
      anchored.push(...entry.journal_ids)
      if (entry.seq === outside?.seq) outsideHash = entry.hash
      last = entry
    }
    if (page.length < PAGE) break
  }
  if (outside && outsideHash !== outside.root)
    findings.push({
      check: 'outside',
      seq: outside.seq,
      detail: `the data folder knows entry ${outside.seq} as ${outside.root}, the database ${outsideHash ?? 'has none'}`,
    })
  if (last) findings.push(...(await besideChain(tx, last, anchored)))
  return {
    ok: findings.length === 0,
    entries: last?.seq ?? 0,
    journals: anchored.length,
    unproved,
    head: last?.hash ?? null,
    findings: findings.slice(0, MAX_FINDINGS),
  }
}

async function entryFindings(tx: Tx, entry: AnchorRow, previous: AnchorRow | null): Promise<AnchorFinding[]> {
  const found: AnchorFinding[] = []
  const add = (check: AnchorFinding['check'], detail: string) => found.push({ check, seq: entry.seq, detail })
  const { root, found: journals } = await rootOfJournals(tx, entry.tenant_id, entry.journal_ids, entry.encoding)
  if (root !== entry.root)
    add(
      'anchor',
      `of ${entry.journal_ids.length} journals ${journals} are there; anchored ${entry.root}, now ${root} (${entry.journal_ids[0]} to ${entry.journal_ids.at(-1)})`,
    )
  if (
    entry.seq !== (previous?.seq ?? 0) + 1 ||
    entry.previous !== (previous?.hash ?? null) ||
    hashOfEntry(entry) !== entry.hash
  )
    add(
      'anchorChain',
      `names ${entry.previous ?? 'nothing'} as its predecessor, which is ${previous?.hash ?? 'nothing'}`,
    )
  return found
}

type SignatureFinding = [check: 'unproved' | 'unknownKey' | 'formerKey' | 'anchorSignature' | null, detail: string]

function signatureFinding(
  judge: SignatureJudge,
  { key_id: keyId, seq, hash: root, signature }: AnchorRow,
): SignatureFinding {
  const judged = judge('anchor', { keyId, seq, root, signature })
  if (judged === 'good' || judged === 'unproved') return [judged === 'good' ? null : judged, '']
  if (judged === 'unknown') return ['unknownKey', keyId]
  return judged === 'givenUp'
    ? ['formerKey', `signed after the end of key ${keyId}`]
    : ['anchorSignature', `of key ${keyId}`]
}

/** Journals that should be in the chain by their age and are not. */
async function besideChain(tx: Tx, last: AnchorRow, anchored: readonly string[]): Promise<AnchorFinding[]> {
  const upTo = lateFrom(last.up_to)
  const old = anchored.filter(id => id <= upTo)
  if ((await countJournalsUpTo(tx, last.tenant_id, upTo)) <= new Set(old).size) return []
  const beside = await journalsBeside(tx, { tenantId: last.tenant_id, upTo, ids: old, limit: 10 })
  return beside.map(id => ({ check: 'notAnchored', seq: 0, detail: `journal ${id} came in beside the chain` }))
}
