import { fen } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import { type JournalView, type Source, JOURNAL_KINDS, OWNER_TYPES, ACCOUNT_CODES } from '../../contract/index.ts'

const JOURNAL_ROW = {
  id: col.uuid,
  tenant_id: col.uuid,
  kind: col.oneOf(JOURNAL_KINDS),
  source_type: col.text,
  source_id: col.text,
  effective_at: col.instant,
  booked_on: col.text,
  created_at: col.instant,
  actor: col.text,
  memo: col.text.orNull,
  reverses_id: col.uuid.orNull,
  amount_fen: col.bigint,
}

type JournalRow = RowIn<typeof JOURNAL_ROW>

const POSTING_ROW = {
  journal_id: col.uuid,
  line: col.integer,
  debit_account_id: col.uuid,
  d_code: col.oneOf(ACCOUNT_CODES),
  d_owner_type: col.oneOf(OWNER_TYPES),
  d_owner_id: col.text,
  credit_account_id: col.uuid,
  c_code: col.oneOf(ACCOUNT_CODES),
  c_owner_type: col.oneOf(OWNER_TYPES),
  c_owner_id: col.text,
  amount_fen: col.bigint,
}

type PostingRow = RowIn<typeof POSTING_ROW>

const JOURNAL_COLUMNS =
  'j.id, j.tenant_id, j.kind, j.source_type, j.source_id, j.effective_at, j.booked_on::text, j.created_at, j.actor, j.memo, j.reverses_id, j.amount_fen'

/** Most journals in one read. */
export const MAX_READ = 1_000

/** Returns the journals of one source with their postings, oldest first. At most MAX_READ. */
export function journalsOf(tx: Tx, source: Source & { tenantId: string }): Promise<JournalView[]> {
  return journalsOfSources(tx, [source])
}

/** Returns the journals of several sources, oldest first. At most MAX_READ together. */
export async function journalsOfSources(
  tx: Tx,
  sources: readonly (Source & { tenantId: string })[],
): Promise<JournalView[]> {
  const rows = await tx.query(
    JOURNAL_ROW,
    `select ${JOURNAL_COLUMNS} from (select distinct * from unnest($1::uuid[], $2::text[], $3::text[]) as u(tenant_id, type, id)) k
     join ledger_journal j on j.tenant_id = k.tenant_id and j.source_type = k.type and j.source_id = k.id
     order by j.id limit ${MAX_READ}`,
    [sources.map(source => source.tenantId), sources.map(source => source.type), sources.map(source => source.id)],
  )
  return withPostings(tx, rows)
}

/** Returns journals by id with their postings; unknown ids are left out. */
export async function journalsById(tx: Tx, tenantId: string, ids: readonly string[]): Promise<JournalView[]> {
  const rows = await tx.query(
    JOURNAL_ROW,
    `select ${JOURNAL_COLUMNS} from ledger_journal j where j.tenant_id = $1 and j.id = any($2::uuid[]) order by j.id limit ${MAX_READ}`,
    [tenantId, ids],
  )
  return withPostings(tx, rows)
}

/** Returns the ids of those journals that were reversed. */
export async function reversedJournals(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    'select reverses_id as id from ledger_journal where tenant_id = $1 and reverses_id = any($2::uuid[])',
    [tenantId, ids],
  )
  return new Set(rows.map(row => row.id))
}

async function withPostings(tx: Tx, journals: readonly JournalRow[]): Promise<JournalView[]> {
  const postings = await postingRows(tx, journals)
  return journals.map(row => ({
    id: row.id,
    tenantId: row.tenant_id,
    kind: row.kind,
    source: { type: row.source_type, id: row.source_id },
    effectiveAt: row.effective_at,
    bookedOn: businessDay(row.booked_on),
    createdAt: row.created_at,
    actor: row.actor,
    memo: row.memo,
    reversesId: row.reverses_id,
    amount_fen: fen(row.amount_fen),
    postings: (postings.get(row.id) ?? []).map(posting => ({
      line: posting.line,
      debit: {
        id: posting.debit_account_id,
        code: posting.d_code,
        ownerType: posting.d_owner_type,
        ownerId: posting.d_owner_id,
      },
      credit: {
        id: posting.credit_account_id,
        code: posting.c_code,
        ownerType: posting.c_owner_type,
        ownerId: posting.c_owner_id,
      },
      amount_fen: fen(posting.amount_fen),
    })),
  }))
}

async function postingRows(tx: Tx, journals: readonly JournalRow[]): Promise<Map<string, PostingRow[]>> {
  const found = new Map<string, PostingRow[]>()
  if (journals.length === 0) return found
  const rows = await tx.query(
    POSTING_ROW,
    `select p.journal_id, p.line, p.amount_fen,
       p.debit_account_id, d.code as d_code, d.owner_type as d_owner_type, d.owner_id as d_owner_id,
       p.credit_account_id, c.code as c_code, c.owner_type as c_owner_type, c.owner_id as c_owner_id
     from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join ledger_posting p on p.tenant_id = k.tenant_id and p.journal_id = k.id
     join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
     join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
     order by p.journal_id, p.line`,
    [journals.map(row => row.tenant_id), journals.map(row => row.id)],
  )
  for (const row of rows) {
    const list = found.get(row.journal_id)
    if (list) list.push(row)
    else found.set(row.journal_id, [row])
  }
  return found
}
