import { type Fen, fen } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'
import { type AccountCode, ACCOUNT_CODES, JOURNAL_KINDS, type JournalKind, type Source } from '../../contract/index.ts'

/** A posting that touches one of the accounts asked for. */
export interface AccountMove {
  journalId: string
  kind: JournalKind
  source: Source
  /** The journal that this one reverses. */
  reversesId: string | null
  debit: { id: string; code: AccountCode }
  credit: { id: string; code: AccountCode }
  amount: Fen
}

const MOVE = {
  journal_id: col.uuid,
  kind: col.oneOf(JOURNAL_KINDS),
  source_type: col.text,
  source_id: col.text,
  reverses_id: col.uuid.orNull,
  debit_account_id: col.uuid,
  d_code: col.oneOf(ACCOUNT_CODES),
  credit_account_id: col.uuid,
  c_code: col.oneOf(ACCOUNT_CODES),
  amount_fen: col.bigint,
}

/**
 * Returns every posting that touches one of the accounts, in the order in which they were booked. Meant for the accounts of one
 * owner.
 * @param most postings to read; one more is read, so that a caller can tell that there are more
 */
export async function movesOfAccounts(
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
  most: number,
): Promise<AccountMove[]> {
  const rows = await tx.query(
    MOVE,
    `with touched as (
       select journal_id, line from ledger_posting where tenant_id = $1 and debit_account_id = any($2::uuid[])
       union select journal_id, line from ledger_posting where tenant_id = $1 and credit_account_id = any($2::uuid[])
     )
     select p.journal_id, j.kind, j.source_type, j.source_id, j.reverses_id, p.debit_account_id, d.code as d_code,
       p.credit_account_id, c.code as c_code, p.amount_fen
     from touched t
     join ledger_posting p on p.tenant_id = $1 and p.journal_id = t.journal_id and p.line = t.line
     join ledger_journal j on j.tenant_id = $1 and j.id = p.journal_id
     join ledger_account d on d.tenant_id = $1 and d.id = p.debit_account_id
     join ledger_account c on c.tenant_id = $1 and c.id = p.credit_account_id
     order by p.journal_id, p.line limit ${most + 1}`,
    [tenantId, accountIds],
  )
  return rows.map(row => ({
    journalId: row.journal_id,
    kind: row.kind,
    source: { type: row.source_type, id: row.source_id },
    reversesId: row.reverses_id,
    debit: { id: row.debit_account_id, code: row.d_code },
    credit: { id: row.credit_account_id, code: row.c_code },
    amount: fen(row.amount_fen),
  }))
}
