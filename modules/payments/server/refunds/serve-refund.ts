import { formatFen, ZERO_FEN } from '@wattyard/money'
import { joinedAccounts } from '@wattyard/identity/server'
import type { CommandInput, RowOf } from '@wattyard/resource'
import {
  type Call,
  type Caller,
  col,
  emit,
  Refusal,
  type SecondPersonRule,
  serveResource,
  type ServedResource,
  type Tx,
  uuidList,
  type WireRecord,
} from '@wattyard/server-kit'
import { REFUND_ASKED, type RefundAsked } from '../../contract/events.ts'
import { decideRefund, refund } from '../../contract/index.ts'
import { aboutRefund } from './about-refund.ts'
import { askRefund } from './ask-refund.ts'
import { approveRefund, dropRefund } from './decide-refund.ts'
import type { RefundNews } from './tell-screens.ts'

type RefundRow = RowOf<typeof refund> & { asker_id: string }

/** Default limit in fen, 200.00: refund that one person may ask for and grant alone (trust R-26). */
const FROM_FEN = 20_000n

const only = (rows: readonly RefundRow[]): RefundRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

async function ask(
  call: Call,
  _rows: readonly unknown[],
  { member, amount, cause, reason }: CommandInput<typeof refund, 'ask'>,
) {
  const asked = await askRefund(call, { memberId: member, amount, cause, reason })
  const { tenantId, userId, displayName } = call.caller
  const body: RefundAsked = { number: asked.number, amount_fen: String(amount), askedBy: displayName, askerId: userId }
  await emit(call.tx, [{ tenantId, topic: REFUND_ASKED, key: asked.id, body: { ...body } }])
  return asked
}

/** Adds what was paid out and what is still owed. */
async function addPaidOut(tx: Tx, { tenantId }: Caller, records: WireRecord[]): Promise<void> {
  const rows = await tx.query(
    { refund_id: col.uuid, paid_fen: col.fen, owed_fen: col.fen },
    `select refund_id, coalesce(sum(amount_fen) filter (where state = 'done'), 0)::bigint as paid_fen,
       coalesce(sum(amount_fen) filter (where state not in ('done', 'replaced', 'dropped', 'givenBack')), 0)::bigint as owed_fen
     from payments_refund_part where tenant_id = $1 and refund_id = any($2::uuid[]) group by refund_id`,
    [tenantId, uuidList(records.map(record => record.id))],
  )
  const found = new Map(rows.map(row => [row.refund_id, row]))
  for (const record of records) {
    const own = found.get(record.id)
    record.paidOut = formatFen(own?.paid_fen ?? ZERO_FEN)
    record.owed = formatFen(own?.owed_fen ?? ZERO_FEN)
  }
}

/**
 * Second-person rule: whoever grants what somebody else asked for is the second person, and nobody else is needed. Whoever asked
 * may grant below the limit; above it, another person has to agree. Accounts in one hand are one person.
 */
const APPROVAL: SecondPersonRule<typeof refund, 'approve', { asker_id: typeof col.uuid }> = {
  from_fen: FROM_FEN,
  side: 'gives',
  restsOn: ['state', 'amount_fen'],
  about: aboutRefund,
  page: id => `/wallet/refundBill?open=${id}`,
  tellsAsker: true,
  async weigh({ tx, caller, approval }, row) {
    if (decideRefund(row.state, 'approved') === null) throw new Refusal('payments.refundDecided')
    const weight = { moves_fen: row.amount_fen, party: row.member_id }
    if (approval) return weight
    const own = await joinedAccounts(tx, caller.userId)
    return own.includes(row.asker_id) ? weight : null
  },
}

/** Serves refunds: asked for, decided once. What follows happens to their parts. */
export function serveRefund(tell: RefundNews): ServedResource {
  return serveResource(refund, {
    inner: { asker_id: col.uuid, request_key: col.text, hold_id: col.uuid },
    commands: {
      ask: (call, rows, input) => tell(call, ask(call, rows, input)),
      approve: (call, rows) => tell(call, approveRefund(call, only(rows).id)),
      reject: (call, rows, { reason }) => tell(call, dropRefund(call, only(rows).id, 'rejected', reason)),
      withdraw: (call, rows) => tell(call, dropRefund(call, only(rows).id, 'withdrawn', null)),
    },
    secondPerson: { approve: APPROVAL },
    allows: (_action, row) => row.state === 'requested',
    whyNot: (_action, row) => (row.state === 'requested' ? undefined : 'payments.refundDecided'),
    decorate: addPaidOut,
  })
}
