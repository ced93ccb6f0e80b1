import { companiesByIds, isPayable } from '@wattyard/companies/server'
import { dueDay, USUAL_TERMS } from '@wattyard/companies/contract'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { receiptNumber } from '@wattyard/members/contract'
import { accountingDayOf } from '@wattyard/members/server'
import { fen } from '@wattyard/money'
import { takesCash } from '@wattyard/payments/server'
import { businessDay, daysBetween } from '@wattyard/time'
import {
  type Call,
  type Caller,
  col,
  invalid,
  Refusal,
  type SaveChange,
  type SecondPersonRule,
  serveResource,
  type ServedResource,
  type Tx,
  valueAfter,
  type WireRecord,
} from '@wattyard/server-kit'
import { document, isDebit, isPayment, OPEN_STATES } from '../../contract/index.ts'
import { allocate, areNetted, mustBeOpen, writeOff } from '../allocations/allocate.ts'
import { lockCompanies, lockCompaniesOf } from '../locks.ts'
import { lockDocuments, type StoredDocument } from '../rows.ts'
import { tellScreens } from '../tell-screens.ts'
import type { PayablesWorld } from '../world.ts'
import { aboutDocument, aboutNetting, subjectOf } from './about-document.ts'
import { cancelDocument } from './cancel-document.ts'
import { confirmDocument, type Deed, mustConfirm } from './confirm-document.ts'
import { nextNumber } from './number-documents.ts'

const INNER = { phase: col.text, journal_id: col.uuid.orNull, entered_by_id: col.uuid }
type DocumentRow = RowOf<typeof document>
type Input<N extends keyof (typeof document)['commands']> = CommandInput<typeof document, N>

/** Default limits in fen: payments to companies from 5,000.00, and what is given up from 200.00 (trust R-26). */
const PAY_FROM_FEN = 500_000n
const WRITE_OFF_FROM_FEN = 20_000n

const only = (rows: readonly DocumentRow[]): DocumentRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

export const deedOf = ({ caller }: Pick<Call, 'caller'>, { clock }: PayablesWorld): Deed => ({
  tenantId: caller.tenantId,
  actor: caller.displayName,
  now: clock.now(),
})

async function stored({ tx, caller }: Call, id: string): Promise<StoredDocument> {
  const row = (await lockDocuments(tx, caller.tenantId, [id])).get(id)
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Fields that only payments have, and those that only the others have. */
const OF_PAYMENTS = ['channel', 'account', 'receipt'] as const
const OF_OTHERS = ['purpose', 'theirNumber'] as const

/** @throws Refusal on each field that documents of this kind do not have, or lack */
function mustFitKind(change: SaveChange<typeof document, typeof INNER>): void {
  const after = <K extends keyof (typeof document)['fields']>(key: K) => valueAfter(document, change, key)
  const kind = after('kind')
  if (!kind) return
  const isPaid = isPayment(kind)
  const strange = (isPaid ? OF_OTHERS : OF_PAYMENTS).filter(key => after(key))
  const missing = (isPaid ? (['channel'] as const) : (['purpose'] as const)).filter(key => !after(key))
  const wrong = [
    ...strange.map(key => [key, { key: 'payables.field.notOfKind' }] as const),
    ...missing.map(key => [key, { key: 'kernel.field.required' }] as const),
    ...(isPaid && (after('tax') ?? 0n) > 0n ? [['tax', { key: 'payables.field.noTax' }] as const] : []),
    ...(kind === 'advanceReceived' && after('account')
      ? [['account', { key: 'payables.field.notOfKind' }] as const]
      : []),
    ...((after('tax') ?? 0n) >= (after('amount') ?? 0n) ? [['tax', { key: 'payables.field.taxTooBig' }] as const] : []),
  ]
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

async function dueOf({ tx, caller }: Call, change: SaveChange<typeof document, typeof INNER>) {
  const after = <K extends keyof (typeof document)['fields']>(key: K) => valueAfter(document, change, key)
  const [kind, issued, companyId] = [after('kind'), after('issued'), after('company')]
  if (!kind || !issued || !companyId) return {}
  if (isPayment(kind)) return { due: businessDay(issued) }
  const due = after('due')
  if (due) {
    if (due < issued) throw invalid({ due: { key: 'payables.field.dueBefore' } })
    return {}
  }
  const company = (await companiesByIds(tx, caller.tenantId, [companyId])).get(companyId)
  return { due: dueDay(businessDay(issued), company?.terms ?? USUAL_TERMS) }
}

async function beforeSave(call: Call, change: SaveChange<typeof document, typeof INNER>) {
  mustFitKind(change)
  const due = await dueOf(call, change)
  if (change.mode === 'update') return due
  const { tx, caller } = call
  const company = (await companiesByIds(tx, caller.tenantId, [change.input.company])).get(change.input.company)
  if (company?.state === 'suspended' && !isPayment(change.input.kind))
    throw invalid({ company: { key: 'payables.field.suspended' } })
  const number = await nextNumber(tx, caller.tenantId, {
    kind: change.input.kind,
    year: change.input.issued.slice(0, 4),
  })
  return { ...due, number, entered_by_id: caller.userId }
}

/** Adds how many days documents of a page are overdue. */
const addOverdue =
  ({ clock }: PayablesWorld) =>
  async (tx: Tx, { tenantId }: Caller, records: WireRecord[]): Promise<void> => {
    const today = await accountingDayOf(tx, tenantId, clock.now())
    for (const { state, due, kind, ...record } of records) {
      const isOpen = OPEN_STATES.some(one => one === state) && (kind === 'receivable' || kind === 'payable')
      const late = isOpen && typeof due === 'string' ? daysBetween(businessDay(due), today) : 0
      const found = records.find(({ id }) => id === record.id)
      if (found) found.overdue = late > 0 ? late : null
    }
  }

/** What requests on documents show beside the amount. */
const SHOWN = { subject: subjectOf, about: aboutDocument } as const

/**
 * Two people from a tenant's limit on: money that leaves to a company, and what one person lets us owe one company in a day, which settles a
 * prepayment. Money that came in is somebody's word, as that of a top-up is: it has sums of its own by person and company, and cash without a
 * receipt, which nothing proves, always waits (decision 426).
 */
const confirmRule = (world: PayablesWorld): SecondPersonRule<typeof document, 'confirm', typeof INNER> => ({
  from_fen: PAY_FROM_FEN,
  side: 'gives',
  // All that the second person sees, and the day on which it is booked.
  restsOn: [
    'phase',
    'amount_fen',
    'company_id',
    'channel_id',
    'account_id',
    'receipt',
    'issued',
    'subject',
    'note',
    'attachments_file_ids',
  ],
  restsOnRecords: ({ account_id }) => [account_id],
  alsoRestsOn: async ({ tx, caller }, { account_id }) => ({
    payable: account_id === null || (await isPayable(tx, caller.tenantId, account_id)) ? 'yes' : 'no',
  }),
  ...SHOWN,
  page: id => `/cwdata4/AdvancePayment?open=${id}`,
  async weigh(call, row) {
    await mustConfirm(call.tx, deedOf(call, world), await stored(call, row.id))
    if (row.kind === 'receivable') return null
    const moves_fen = row.amount_fen
    // An invoice is everyday work and no money yet: those of one company add up over a day, and with nothing else.
    if (row.kind === 'payable') return { moves_fen, counts_fen: 0n, owes_fen: moves_fen, party: row.company_id }
    if (row.kind === 'advancePaid') return { moves_fen }
    // What has no letter or digit is no number of a receipt.
    const isProved = receiptNumber(row.receipt ?? '') !== ''
    const isCash = await takesCash(call.tx, call.caller.tenantId, row.channel_id ?? '')
    const paidIn = { moves_fen, weighs_fen: 0n, counts_fen: 0n, paidIn_fen: moves_fen }
    // A transfer is on a statement, which is compared; of cash the receipt is all there is, so that of one company adds up as well.
    return isCash ? { ...paidIn, party: row.company_id, always: !isProved } : paidIn
  },
})

/**
 * A document that is cancelled is money that nobody asks for any more, or a payment that the books do not know: as much as one that is
 * written off. What we owe and take back gives nothing away.
 */
const CANCEL: SecondPersonRule<typeof document, 'cancel', typeof INNER> = {
  from_fen: WRITE_OFF_FROM_FEN,
  side: 'gives',
  restsOn: ['phase', 'open_fen'],
  ...SHOWN,
  page: id => `/cwdata4/ReceivablePayable?open=${id}`,
  weigh: (_call, row) => (row.kind === 'payable' ? null : { moves_fen: row.amount_fen }),
}

const WRITE_OFF: SecondPersonRule<typeof document, 'writeOff', typeof INNER> = {
  from_fen: WRITE_OFF_FROM_FEN,
  side: 'gives',
  restsOn: ['phase', 'open_fen'],
  ...SHOWN,
  page: id => `/cwdata4/ReceivablePayable?open=${id}`,
  weigh(_call, row, { amount }) {
    if (amount > row.open_fen) throw new Refusal('payables.notOpen', { params: { number: row.number } })
    // What we need not pay is no money given up: it waits only for what the company owes us.
    return isDebit(row.kind) ? { moves_fen: amount } : null
  },
}

/** Returns how the other document of a netting stands, as far as the decision rests on it; null for none. */
async function standingOf(tx: Tx, tenantId: string, id: string): Promise<string | null> {
  const [row] = await tx.query(
    { phase: col.text, open_fen: col.fen, disputed_reason: col.text.orNull },
    'select phase, open_fen, disputed_reason from payables_document where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row ? JSON.stringify([row.phase, row.open_fen.toString(), row.disputed_reason]) : null
}

/**
 * A receivable that is settled by a payable is given up for it without any payment: whoever enters what we owe would otherwise give up
 * alone whatever the company owes us.
 */
const NET: SecondPersonRule<typeof document, 'allocate', typeof INNER> = {
  from_fen: WRITE_OFF_FROM_FEN,
  side: 'gives',
  restsOn: ['phase', 'open_fen', 'disputed_reason'],
  alsoRestsOn: async ({ tx, caller }, _row, { against }) => ({
    against: await standingOf(tx, caller.tenantId, against),
  }),
  subject: subjectOf,
  about: aboutNetting,
  page: id => `/cwdata4/ReceivablePayable?open=${id}`,
  async weigh({ tx, caller }, row, { against, amount }) {
    if (isPayment(row.kind)) return null
    const other = (await lockDocuments(tx, caller.tenantId, [against])).get(against)
    if (!other || !areNetted(row, other)) return null
    for (const one of [row, other]) mustBeOpen(one, fen(amount))
    return { moves_fen: amount }
  },
}

const isOpen = (row: Readonly<DocumentRow>): boolean => OPEN_STATES.some(state => state === row.state)

/** Returns why an action does not fit a document now; undefined when it does. */
function refusalOf(action: string, row: Readonly<DocumentRow>): string | undefined {
  if (action === 'update' || action === 'delete' || action === 'confirm')
    return row.state === 'draft' ? undefined : 'payables.notDraft'
  if (action === 'cancel')
    return row.state === 'open' ? undefined : isOpen(row) ? 'payables.setOffFirst' : 'payables.notConfirmed'
  if (!isOpen(row)) return 'payables.nothingOpen'
  if (action === 'dispute') return row.disputed_reason === null ? undefined : 'kernel.notAllowedNow'
  if (action === 'endDispute') return row.disputed_reason === null ? 'kernel.notAllowedNow' : undefined
  return undefined
}

async function setDispute({ tx, caller }: Call, row: DocumentRow, reason: string | null) {
  await tx.execute(
    'update payables_document set disputed_reason = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [caller.tenantId, row.id, reason],
  )
  return {}
}

async function allocateOne(call: Call, row: DocumentRow, { against, amount }: Input<'allocate'>, world: PayablesWorld) {
  const line = isDebit(row.kind)
    ? { debit: row.id, credit: against, amount }
    : { debit: against, credit: row.id, amount }
  tellScreens(call, world)
  const [allocation] = await allocate(call.tx, deedOf(call, world), row.company_id, [line])
  return { allocation }
}

async function cancelAndTell(call: Call, world: PayablesWorld, row: StoredDocument, reason: string) {
  const { journalId, bookedOn } = await cancelDocument(call.tx, deedOf(call, world), row, reason)
  if (isPayment(row.kind)) await world.follower?.takenBack(call.tx, call.caller.tenantId, row.id, bookedOn)
  return { journalId }
}

async function confirmAndTell({ tx, caller }: Call, world: PayablesWorld, row: StoredDocument) {
  const { tenantId, userId: actorId } = caller
  const deed = deedOf({ caller }, world)
  const answer = await confirmDocument(tx, deed, row)
  const { id, channel_id: channelId, issued: paidOn } = row
  if (isPayment(row.kind) && channelId !== null)
    await world.follower?.booked(tx, tenantId, { id, channelId, paidOn, actor: deed.actor, actorId })
  return answer
}

/** Serves documents: drafts that people edit, and what happens to them once they are in the books. */
export function serveDocument(world: PayablesWorld): ServedResource {
  return serveResource(document, {
    inner: INNER,
    async lockFirst({ tx, caller, input }, ids) {
      await lockCompaniesOf(tx, caller.tenantId, ids)
      // A new draft, which names its company itself.
      const company: unknown = typeof input === 'object' && input !== null && 'company' in input ? input.company : null
      if (ids.length === 0 && typeof company === 'string') await lockCompanies(tx, [company])
    },
    beforeSave,
    decorate: addOverdue(world),
    allows: (action, row) => refusalOf(action, row) === undefined,
    whyNot: (action, row) => refusalOf(action, row),
    secondPerson: { confirm: confirmRule(world), cancel: CANCEL, allocate: NET, writeOff: WRITE_OFF },
    commands: {
      confirm: async (call, rows) => confirmAndTell(call, world, await stored(call, only(rows).id)),
      cancel: async (call, rows, { reason }) => cancelAndTell(call, world, await stored(call, only(rows).id), reason),
      allocate: (call, rows, input) => allocateOne(call, only(rows), input, world),
      writeOff: async (call, rows, { amount, reason }) => ({
        allocation: await writeOff(call.tx, deedOf(call, world), await stored(call, only(rows).id), {
          amount: fen(amount),
          reason,
        }),
      }),
      dispute: (call, rows, { reason }) => setDispute(call, only(rows), reason),
      endDispute: (call, rows) => setDispute(call, only(rows), null),
    },
  })
}
