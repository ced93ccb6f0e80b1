import { receiptNumber } from '@wattyard/members/contract'
import { col, invalid, type Refusal, type Tx } from '@wattyard/server-kit'

/** A payment of a member or a company, by its definition, id and number. */
export interface ReceiptHolder {
  readonly type: string
  readonly id: string
  readonly number: string
}

/** A receipt as somebody typed it, of a channel. */
export interface ReceiptOfChannel {
  readonly tenantId: string
  readonly channelId: string
  readonly receipt: string | null
}

/** Returns the refusal on `receipt` that names what has it. */
const takenBy = (number: string): Refusal =>
  invalid({ receipt: { key: 'payments.field.receiptTaken', params: { number } } })

/**
 * Checks that no other payment has a receipt of a channel; what is no receipt (`receiptNumber`) nobody has.
 * @throws Refusal on `receipt`
 */
export async function mustBeFreeReceipt(
  tx: Tx,
  { tenantId, channelId, receipt }: ReceiptOfChannel,
  holder: Pick<ReceiptHolder, 'id'>,
): Promise<void> {
  const key = receiptNumber(receipt ?? '')
  if (key === '') return
  const [has] = await tx.query(
    { holder_id: col.uuid, number: col.text },
    'select holder_id, number from payments_receipt where tenant_id = $1 and channel_id = $2 and receipt_key = $3',
    [tenantId, channelId, key],
  )
  if (has && has.holder_id !== holder.id) throw takenBy(has.number)
}

/**
 * Gives a receipt of a channel to the payment that is about to be booked. One receipt is one payment over members and companies: of two at
 * once the second waits here, so it comes before the locks of accounts.
 *
 * @throws Refusal on `receipt`, naming what has it
 */
export async function takeReceipt(tx: Tx, asked: ReceiptOfChannel, holder: ReceiptHolder): Promise<void> {
  const { tenantId, channelId, receipt } = asked
  const key = receiptNumber(receipt ?? '')
  if (key === '') return
  await tx.execute(
    `insert into payments_receipt (tenant_id, channel_id, receipt_key, holder_type, holder_id, number) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [tenantId, channelId, key, holder.type, holder.id, holder.number],
  )
  await mustBeFreeReceipt(tx, asked, holder)
}

/** Frees the receipts of payments that were taken back, for the right entry. */
export async function freeReceipts(tx: Tx, tenantId: string, holderIds: readonly string[]): Promise<void> {
  await tx.execute('delete from payments_receipt where tenant_id = $1 and holder_id = any($2::uuid[])', [
    tenantId,
    holderIds,
  ])
}
