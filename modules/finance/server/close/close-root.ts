import { type Canonical, canonicalText, ENCODING, leafBytes } from './canonical.ts'
import { merkleTree } from './merkle.ts'
import { type CloseRow, PARTS, type Parts } from '../rows.ts'

/** Counts of a record. */
export interface CloseCounts {
  journals: number
  postings: number
  orders: number
  stations: number
  total_fen: bigint
  debits_fen: bigint
  credits_fen: bigint
  first_journal_id: string | null
  last_journal_id: string | null
}

export type HeaderRow = Pick<
  CloseRow,
  | 'id'
  | 'tenant_id'
  | 'day'
  | 'kind'
  | 'seq'
  | 'replaces_id'
  | 'since'
  | 'proposed_by'
  | 'proposed_by_id'
  | 'closed_by'
  | 'closed_by_id'
  | 'closed_at'
  | 'note'
  | 'gate'
  | 'carried'
>

/** Returns the last leaf of a record's tree: its fields besides its rows, with the previous root. */
function headerLeaf(row: HeaderRow, counts: CloseCounts, previousRoot: string | null, sealedAt: number): Canonical {
  return {
    leaf: 'header',
    record: row.id,
    tenant: row.tenant_id,
    seq: row.seq,
    kind: row.kind,
    day: row.day,
    since: row.since,
    replaces: row.replaces_id,
    previousRoot,
    proposedBy: row.proposed_by,
    proposedById: row.proposed_by_id,
    closedBy: row.closed_by,
    closedById: row.closed_by_id,
    closedAt: row.closed_at,
    sealedAt,
    note: row.note,
    gate: row.gate.map(({ check, state, count, why, detail }) => ({
      check,
      state,
      count,
      why: why ?? null,
      detail: detail ?? null,
    })),
    carried: row.carried,
    journals: counts.journals,
    postings: counts.postings,
    orders: counts.orders,
    stations: counts.stations,
    totalFen: counts.total_fen,
    debitsFen: counts.debits_fen,
    creditsFen: counts.credits_fen,
    firstJournalId: counts.first_journal_id,
    lastJournalId: counts.last_journal_id,
  }
}

/**
 * Returns the root of a record: a Merkle tree over the roots of its parts and its header. The parts' roots are stored separately,
 * so that a verification can name the changed part.
 */
export function closeRoot(
  row: HeaderRow,
  parts: Parts,
  counts: CloseCounts,
  previousRoot: string | null,
  sealedAt: number,
  encoding: number = ENCODING,
): string {
  const tree = merkleTree()
  for (const name of PARTS)
    tree.add(
      leafBytes(canonicalText({ leaf: 'part', name, count: parts[name].count, root: parts[name].root }), encoding),
    )
  tree.add(leafBytes(canonicalText(headerLeaf(row, counts, previousRoot, sealedAt)), encoding))
  return tree.root()
}
