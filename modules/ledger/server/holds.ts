import { type Fen, fen } from '@wattyard/money'
import { textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import type { Account, Source } from '../contract/index.ts'
import { accountsById } from './open-accounts.ts'

const HOLD_ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  created_at: col.instant,
  updated_at: col.instant,
  state: col.oneOf(['open', 'posted', 'voided']),
  source_type: col.text,
  source_id: col.text,
  principal_account_id: col.uuid,
  principal_held_account_id: col.uuid,
  gift_account_id: col.uuid,
  gift_held_account_id: col.uuid,
  principal_fen: col.bigint,
  gift_fen: col.bigint,
  posted_principal_fen: col.bigint,
  posted_gift_fen: col.bigint,
  freeze_journal_id: col.uuid,
  end_journal_id: col.uuid.orNull,
  expires_at: col.instant.orNull,
}
const HOLD_COLUMNS = Object.keys(HOLD_ROW)
  .map(column => `h.${column}`)
  .join(', ')

export type HoldState = 'open' | 'posted' | 'voided'

/** Money held, with its mix. */
export interface Hold {
  id: string
  tenantId: string
  state: HoldState
  source: Source
  principal: Account
  principalHeld: Account
  gift: Account
  giftHeld: Account
  principal_fen: Fen
  gift_fen: Fen
  /** Part of it that was posted; zero while the hold is open and after it was voided. */
  posted_principal_fen: Fen
  posted_gift_fen: Fen
  endJournalId: string | null
  expiresAt: number | null
}

interface HoldRow {
  id: string
  tenant_id: string
  state: HoldState
  source_type: string
  source_id: string
  principal_account_id: string
  principal_held_account_id: string
  gift_account_id: string
  gift_held_account_id: string
  principal_fen: bigint
  gift_fen: bigint
  posted_principal_fen: bigint
  posted_gift_fen: bigint
  end_journal_id: string | null
  expires_at: number | null
}

const accountIds = (row: HoldRow): string[] => [
  row.principal_account_id,
  row.principal_held_account_id,
  row.gift_account_id,
  row.gift_held_account_id,
]

async function withAccounts(tx: Tx, rows: readonly HoldRow[]): Promise<Hold[]> {
  const accounts = await accountsById(
    tx,
    rows.flatMap(row => accountIds(row).map(id => ({ tenantId: row.tenant_id, id }))),
  )
  return rows.map(row => {
    const [principal, principalHeld, gift, giftHeld] = accountIds(row).map(id => accounts.get(id))
    if (!principal || !principalHeld || !gift || !giftHeld)
      throw new Error(`hold ${row.id} names an account that does not exist`)
    return {
      id: row.id,
      tenantId: row.tenant_id,
      state: row.state,
      source: { type: row.source_type, id: row.source_id },
      principal,
      principalHeld,
      gift,
      giftHeld,
      principal_fen: fen(row.principal_fen),
      gift_fen: fen(row.gift_fen),
      posted_principal_fen: fen(row.posted_principal_fen),
      posted_gift_fen: fen(row.posted_gift_fen),
      endJournalId: row.end_journal_id,
      expiresAt: row.expires_at,
    }
  })
}

/** Returns holds by id, locked in id order until the transaction ends. Unknown ids are absent. */
export async function lockHolds(
  tx: Tx,
  keys: readonly { tenantId: string; holdId: string }[],
): Promise<Map<string, Hold>> {
  const unique = new Map(keys.map(key => [key.holdId, key.tenantId]))
  if (unique.size === 0) return new Map()
  const rows = await tx.query(
    HOLD_ROW,
    `select ${HOLD_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join ledger_hold h on h.tenant_id = k.tenant_id and h.id = k.id order by h.id for update of h`,
    [uuidList([...unique.values()]), uuidList([...unique.keys()])],
  )
  return new Map((await withAccounts(tx, rows)).map(hold => [hold.id, hold]))
}

/** Returns the holds of the sources, oldest first. */
export async function holdsOf(tx: Tx, sources: readonly (Source & { tenantId: string })[]): Promise<Hold[]> {
  if (sources.length === 0) return []
  const rows = await tx.query(
    HOLD_ROW,
    `select distinct ${HOLD_COLUMNS} from unnest($1::uuid[], $2::text[], $3::text[]) as k(tenant_id, type, id)
     join ledger_hold h on h.tenant_id = k.tenant_id and h.source_type = k.type and h.source_id = k.id order by h.id`,
    [
      uuidList(sources.map(source => source.tenantId)),
      textList(sources.map(source => source.type)),
      textList(sources.map(source => source.id)),
    ],
  )
  return withAccounts(tx, rows)
}

/** Most expired holds in one read. Their owner ends them when the session is over. */
const MAX_EXPIRED = 1_000

/** Returns open holds past their expiry, for their owners. It does not end them. */
export async function expiredHolds(tx: Tx, now: number): Promise<Hold[]> {
  const rows = await tx.query(
    HOLD_ROW,
    `select ${HOLD_COLUMNS} from ledger_hold h where state = 'open' and expires_at <= $1 order by expires_at limit ${MAX_EXPIRED}`,
    [new Date(now)],
  )
  return withAccounts(tx, rows)
}

/** Returns the open holds of one wallet, by its principal account, newest first. */
export async function openHoldsOf(
  tx: Tx,
  { tenantId, id }: Pick<Account, 'tenantId' | 'id'>,
): Promise<(Hold & { since: number })[]> {
  const rows = await tx.query(
    HOLD_ROW,
    `select ${HOLD_COLUMNS} from ledger_hold h where h.tenant_id = $1 and h.principal_account_id = $2 and h.state = 'open' order by h.id desc`,
    [tenantId, id],
  )
  const since = new Map(rows.map(row => [row.id, row.created_at]))
  return (await withAccounts(tx, rows)).map(one => ({ ...one, since: since.get(one.id) ?? 0 }))
}
