import { mustPost, reverseJournals } from '@wattyard/ledger/server'
import { accountingDayOf } from '@wattyard/members/server'
import { displayFen, type Fen, fen, subFen } from '@wattyard/money'
import { type Language, newId, Refusal, type Tx, uuidList } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { isDebit, isPayment, writeOffAccount } from '../../contract/index.ts'
import { ALLOCATION_SOURCE } from '../../contract/sources.ts'
import { controlOf, type Deed, postMoves } from '../documents/confirm-document.ts'
import { lockDocuments, type StoredDocument } from '../rows.ts'

/** An amount that two documents settle of each other. */
export interface AllocationLine {
  readonly debit: string
  readonly credit: string
  /** Fen, > 0. */
  readonly amount: Fen
}

interface NewAllocation {
  readonly debit: StoredDocument | null
  readonly credit: StoredDocument | null
  readonly amount: Fen
  readonly reason: string | null
}

/** Returns whether two documents settle each other without a payment: what is owed to us, and what we owe. */
export const areNetted = (one: Pick<StoredDocument, 'kind'>, other: Pick<StoredDocument, 'kind'>): boolean =>
  !isPayment(one.kind) && !isPayment(other.kind)

/** @throws Refusal `payables.notOpen`, `payables.moreThanOpen` with what is open */
export function mustBeOpen(
  { phase, open_fen, number }: { readonly phase: string; readonly open_fen: bigint; readonly number: string },
  amount: bigint,
): void {
  if (phase !== 'confirmed' || open_fen === 0n) throw new Refusal('payables.notOpen', { params: { number } })
  if (amount > open_fen)
    throw new Refusal('payables.moreThanOpen', {
      params: { number, open: (language: Language) => displayFen(fen(open_fen), language) },
    })
}

/** Moves the money of an allocation in the books: what both sides hold becomes less, by what is given up or against each other. */
async function book(tx: Tx, deed: Deed, id: string, { debit, credit, amount, reason }: NewAllocation) {
  const { tenantId, actor, now } = deed
  const [left, right] = [debit && controlOf(tenantId, debit), credit && controlOf(tenantId, credit)]
  const only = debit ?? credit
  if (!only) throw new Error('an allocation has no document')
  const other = { tenantId, code: writeOffAccount(only.kind) }
  return postMoves(
    tx,
    {
      tenantId,
      idemKey: `${ALLOCATION_SOURCE}:${id}`,
      kind: debit && credit ? 'transfer' : 'adjustment',
      source: { type: ALLOCATION_SOURCE, id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
      ...(reason === null ? {} : { memo: reason }),
    },
    // The debit side is credited, and the other way round.
    [{ debit: right ?? other, credit: left ?? other, amount }],
  )
}

async function write(tx: Tx, deed: Deed, one: NewAllocation): Promise<string> {
  const { tenantId, actor, now } = deed
  const id = newId()
  const { debit, credit, amount, reason } = one
  const { journalId, bookedOn } = await book(tx, deed, id, one)
  const isWriteOff = debit === null || credit === null
  await tx.execute(
    `insert into payables_allocation (tenant_id, id, number, company_id, kind, debit_id, credit_id, amount_fen, effective_on, booked_on, actor, reason, journal_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      id,
      [debit?.number, credit?.number].filter(Boolean).join(' / '),
      (debit ?? credit)?.company_id,
      isWriteOff ? 'writeOff' : 'setOff',
      debit?.id ?? null,
      credit?.id ?? null,
      amount,
      await accountingDayOf(tx, tenantId, now),
      bookedOn,
      actor,
      reason,
      journalId,
    ],
  )
  await tx.execute(
    `update payables_document set open_fen = open_fen - $3, written_off_fen = written_off_fen + $4, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, uuidList([debit?.id, credit?.id].flatMap(one => one ?? [])), amount, isWriteOff ? amount : 0n],
  )
  return id
}

/**
 * Sets documents of one company off against each other, all amounts or none. The caller has locked the company.
 *
 * @throws Refusal `payables.otherSide` where a line names two documents of one side, `payables.otherCompany`, `payables.notOpen`,
 * `payables.moreThanOpen`
 */
export async function allocate(
  tx: Tx,
  deed: Deed,
  companyId: string,
  lines: readonly AllocationLine[],
): Promise<string[]> {
  const stored = new Map(
    await lockDocuments(
      tx,
      deed.tenantId,
      lines.flatMap(({ debit, credit }) => [debit, credit]),
    ),
  )
  const made: string[] = []
  for (const line of lines) {
    const [debit, credit] = [stored.get(line.debit), stored.get(line.credit)]
    if (!debit || !credit) throw new Refusal('kernel.notFound', { status: 404 })
    if (debit.company_id !== companyId || credit.company_id !== companyId) throw new Refusal('payables.otherCompany')
    if (!isDebit(debit.kind) || isDebit(credit.kind)) throw new Refusal('payables.otherSide')
    for (const one of [debit, credit]) mustBeOpen(one, line.amount)
    made.push(await write(tx, deed, { debit, credit, amount: line.amount, reason: null }))
    for (const one of [debit, credit]) stored.set(one.id, { ...one, open_fen: subFen(one.open_fen, line.amount) })
  }
  return made
}

/** Gives up an amount of a document, which its caller has locked with its company. @throws Refusal as `allocate` */
export async function writeOff(
  tx: Tx,
  deed: Deed,
  row: StoredDocument,
  { amount, reason }: { amount: Fen; reason: string },
): Promise<string> {
  mustBeOpen(row, amount)
  const [debit, credit] = isDebit(row.kind) ? [row, null] : [null, row]
  return write(tx, deed, { debit, credit, amount, reason })
}

/** An allocation that is to be undone. */
export interface LiveAllocation {
  readonly id: string
  readonly kind: 'setOff' | 'writeOff'
  readonly debit_id: string | null
  readonly credit_id: string | null
  readonly amount_fen: bigint
  readonly journal_id: string
  readonly undone_on: BusinessDay | string | null
}

/** Undoes one allocation, and no other: both documents are open by its amount again. The caller has locked the company and the row. */
export async function undoAllocation(tx: Tx, deed: Deed, row: LiveAllocation, reason: string): Promise<void> {
  const { tenantId, actor, now } = deed
  if (row.undone_on !== null) throw new Refusal('payables.undoneAlready')
  const ids = [row.debit_id, row.credit_id].flatMap(id => id ?? [])
  await lockDocuments(tx, tenantId, ids)
  const [result] = await reverseJournals(tx, [
    {
      tenantId,
      journalId: row.journal_id,
      idemKey: `${ALLOCATION_SOURCE}:${row.id}:undo`,
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
      reason,
    },
  ])
  const { bookedOn } = mustPost(result)
  await tx.execute(
    `update payables_allocation set undone_on = $3, undone_by = $4, undone_reason = $5, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, row.id, bookedOn, actor, reason],
  )
  await tx.execute(
    `update payables_document set open_fen = open_fen + $3, written_off_fen = written_off_fen - $4, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, uuidList(ids), row.amount_fen, row.kind === 'writeOff' ? row.amount_fen : 0n],
  )
}
