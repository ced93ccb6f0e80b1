import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import { CODE_FINDINGS, CODE_STATES } from '../../contract/index.ts'
import { askingColumns, type Due } from '../channel/ask-due.ts'

export const CODE_TASKS = ['create', 'ask', 'close'] as const
export type CodeTask = (typeof CODE_TASKS)[number]
/** The ladders of `pauseBefore` on which a payment by code stands. */
export const CODE_LADDERS = ['openPayment', 'endedPayment', 'again'] as const
export type CodeLadder = (typeof CODE_LADDERS)[number]

/** What the channel was told, and how it is asked: of no concern to people. */
export const CODE_COURSE = {
  description: col.text,
  notify_url: col.text,
  given_up_at: col.instant.orNull,
  ...askingColumns(CODE_TASKS, CODE_LADDERS),
}

const ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  number: col.text,
  state: col.oneOf(CODE_STATES),
  member_id: col.uuid,
  channel_id: col.uuid,
  amount_fen: col.fen,
  expires_at: col.instant,
  channel_no: col.text.orNull,
  finding: col.oneOf(CODE_FINDINGS).orNull,
  answer: col.text.orNull,
  actor: col.text,
  ...CODE_COURSE,
}
const COLUMNS = Object.keys(ROW).join(', ')

/** A payment by code as stored. */
export type StoredCode = RowIn<typeof ROW>

/** Returns a payment by code and locks it until the transaction ends; null for none. */
export async function lockCode(tx: Tx, tenantId: string, id: string): Promise<StoredCode | null> {
  const [row] = await tx.query(
    ROW,
    `select ${COLUMNS} from payments_code_payment where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  )
  return row ?? null
}

/**
 * Returns what is due at an instant (epoch ms), of all tenants, oldest first; at most `ofOne` of a channel, and none of those that are busy.
 * In a transaction of the platform.
 */
export async function dueCodes(tx: Tx, at: number, ofOne: number, busy: readonly string[]): Promise<Due[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid, id: col.uuid, channel_id: col.uuid },
    `select tenant_id, id, channel_id from (
       select tenant_id, id, channel_id, due_at, row_number() over (partition by channel_id order by due_at) as place
       from payments_code_payment where due_at <= $1 and channel_id <> all($3::uuid[])
     ) ranked where place <= $2 order by due_at`,
    [new Date(at), ofOne, uuidList(busy)],
  )
  return rows.map(row => ({ tenantId: row.tenant_id, id: row.id, channelId: row.channel_id }))
}
