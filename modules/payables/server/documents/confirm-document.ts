import { companiesByIds, isPayable } from '@wattyard/companies/server'
import type { JournalDraft, JournalKind } from '@wattyard/ledger/contract'
import { type AccountKey, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { accountingDayOf } from '@wattyard/members/server'
import { arrivalAccount, mustBeFreeReceipt, takeReceipt } from '@wattyard/payments/server'
import { type Fen, subFen } from '@wattyard/money'
import { invalid, Refusal, type Tx } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { accountOfPurpose, CONTROL, isPayment } from '../../contract/index.ts'
import { DOCUMENT_SOURCE } from '../../contract/sources.ts'
import type { StoredDocument } from '../rows.ts'

/** Who does something, and when. */
export interface Deed {
  readonly tenantId: string
  readonly actor: string
  /** Epoch ms. */
  readonly now: number
}

/** Returns the account of a document's company for its kind. */
export const controlOf = (
  tenantId: string,
  { kind, company_id }: Pick<StoredDocument, 'kind' | 'company_id'>,
): AccountKey => ({
  tenantId,
  code: CONTROL[kind],
  ownerType: 'company',
  ownerId: company_id,
})

/** One movement of a journal before its accounts are open. */
interface Move {
  readonly debit: AccountKey
  readonly credit: AccountKey
  readonly amount: Fen
}

const JOURNAL_OF: Readonly<Record<StoredDocument['kind'], JournalKind>> = {
  receivable: 'accrual',
  payable: 'accrual',
  advanceReceived: 'collection',
  advancePaid: 'payout',
}

/**
 * Returns what a document moves when it is confirmed: a receivable becomes income and VAT owed, a payable becomes cost and VAT to be
 * deducted, a payment goes between the channel's account and the advances of its company.
 *
 * @param counter the account against which a document of another module is booked, in place of that of its purpose
 */
async function movesOf(tx: Tx, tenantId: string, row: StoredDocument, counter: AccountKey | null): Promise<Move[]> {
  const control = controlOf(tenantId, row)
  if (isPayment(row.kind)) {
    const bank = { tenantId, ...(await arrivalAccount(tx, tenantId, row.channel_id ?? '')) }
    return [
      row.kind === 'advanceReceived'
        ? { debit: bank, credit: control, amount: row.amount_fen }
        : { debit: control, credit: bank, amount: row.amount_fen },
    ]
  }
  const kind = row.kind === 'receivable' ? 'receivable' : 'payable'
  const against = counter ?? { tenantId, code: accountOfPurpose(kind, row.purpose ?? 'other') }
  const vat: AccountKey = { tenantId, code: kind === 'receivable' ? 'vat_payable' : 'vat_input' }
  const net = subFen(row.amount_fen, row.tax_fen)
  const parts = [
    { other: against, amount: net },
    { other: vat, amount: row.tax_fen },
  ].filter(({ amount }) => amount > 0n)
  return parts.map(({ other, amount }) =>
    kind === 'receivable' ? { debit: control, credit: other, amount } : { debit: other, credit: control, amount },
  )
}

/** Posts one journal of moves. @throws Refusal of the ledger */
export async function postMoves(
  tx: Tx,
  entry: Omit<JournalDraft, 'postings'>,
  moves: readonly Move[],
): Promise<{ journalId: string; bookedOn: BusinessDay }> {
  const accounts = await openAccounts(
    tx,
    moves.flatMap(({ debit, credit }) => [debit, credit]),
  )
  const postings = moves.map(({ amount }, at) => {
    const [debit, credit] = [accounts[at * 2], accounts[at * 2 + 1]]
    if (!debit || !credit) throw new Error('an account was not opened')
    return { debit, credit, amount_fen: amount }
  })
  const [result] = await postJournals(tx, [{ ...entry, postings }])
  const { journalId, bookedOn } = mustPost(result)
  return { journalId, bookedOn }
}

const receiptOf = (tenantId: string, { channel_id, receipt }: Pick<StoredDocument, 'channel_id' | 'receipt'>) => ({
  tenantId,
  channelId: channel_id ?? '',
  receipt,
})

/**
 * Checks that a draft can be confirmed now, so that nobody waits for nothing.
 * @throws Refusal `payables.notDraft`, `payables.companySuspended`, or on the field that is wrong
 */
export async function mustConfirm(tx: Tx, { tenantId, now }: Deed, row: StoredDocument): Promise<BusinessDay> {
  if (row.phase !== 'draft') throw new Refusal('payables.notDraft')
  const company = (await companiesByIds(tx, tenantId, [row.company_id], { lock: 'share' })).get(row.company_id)
  if (!company) throw new Refusal('kernel.notFound', { status: 404 })
  // What is open with a suspended company can still be paid.
  if (company.state === 'suspended' && !isPayment(row.kind))
    throw new Refusal('payables.companySuspended', { params: { name: company.name } })
  // An account may have been ended since it was chosen, because somebody else gave it.
  if (row.account_id !== null && !(await isPayable(tx, tenantId, row.account_id)))
    throw invalid({ account: { key: 'payables.field.accountEnded' } })
  const today = await accountingDayOf(tx, tenantId, now)
  if (row.issued > today) throw new Refusal('payables.issuedLater')
  if (isPayment(row.kind)) await mustBeFreeReceipt(tx, receiptOf(tenantId, row), row)
  return today
}

/**
 * Books a draft, which its caller has locked with its company: from now on it is open.
 *
 * @param options.bookedOn day of the books, where it is not the day of the document: what is older than the books opens with them
 */
export async function confirmDocument(
  tx: Tx,
  deed: Deed,
  row: StoredDocument,
  { counter = null, bookedOn = row.issued }: { counter?: AccountKey | null; bookedOn?: BusinessDay } = {},
): Promise<{ journalId: string; bookedOn: BusinessDay }> {
  const { tenantId, actor, now } = deed
  await mustConfirm(tx, deed, row)
  if (isPayment(row.kind)) await takeReceipt(tx, receiptOf(tenantId, row), { type: DOCUMENT_SOURCE, ...row })
  const booked = await postMoves(
    tx,
    {
      tenantId,
      idemKey: `${DOCUMENT_SOURCE}:${row.id}:confirm`,
      kind: JOURNAL_OF[row.kind],
      source: { type: DOCUMENT_SOURCE, id: row.id },
      effectiveAt: now,
      bookedOn,
      actor,
      ...(row.subject ? { memo: row.subject } : {}),
    },
    await movesOf(tx, tenantId, row, counter),
  )
  await tx.execute(
    `update payables_document set phase = 'confirmed', open_fen = amount_fen, booked_on = $3, journal_id = $4, confirmed_by = $5,
       version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, row.id, booked.bookedOn, booked.journalId, actor],
  )
  return booked
}
