import { displayFen, type Fen, ZERO_FEN } from '@wattyard/money'
import { freeze as hold, journalKey, mustPost, voidHolds } from '@wattyard/ledger/server'
import {
  type Call,
  col,
  columnsNamed,
  invalid,
  type Language,
  newId,
  Refusal,
  searchText,
  serveResource,
  type ServedResource,
  type Tx,
} from '@wattyard/server-kit'
import { businessDay, type BusinessDay } from '@wattyard/time'
import type { CommandInput } from '@wattyard/resource'
import { freeze, type member, recordNumber, sumParts, takeParts, type WalletParts } from '../../contract/index.ts'
import { accountingDayOf } from '../accounting-day.ts'
import { keepMembers } from '../keep-members.ts'
import { type OpenWallet, openWallets } from '../wallets.ts'

/** Source of the journals that hold and release frozen money. */
export const FREEZE_SOURCE = freeze.name

/** Returns a wallet, locked until the transaction ends. */
export async function lockWallet(tx: Tx, tenantId: string, memberId: string): Promise<OpenWallet> {
  const open = (await openWallets(tx, [{ tenantId, memberId }], { lock: true })).get(memberId)
  if (!open) throw new Error(`member ${memberId} has no wallet`)
  return open
}

/** Returns the refusal of an amount that the wallet does not have. */
export const atMost = (field: string, most: Fen): Refusal =>
  invalid({
    [field]: {
      key: 'members.field.atMost',
      params: { most: (language: Language) => displayFen(most, language) },
    },
  })

/** Money on hold for a freeze, and the journal that holds it. */
interface Held {
  readonly holdId: string
  readonly journalId: string
}

/** Puts parts of a locked wallet on hold for a freeze. */
export async function holdFor(
  tx: Tx,
  { accounts }: OpenWallet,
  entry: { tenantId: string; id: string; key: string; actor: string; parts: WalletParts },
): Promise<Held> {
  const { tenantId, id, key, actor, parts } = entry
  const now = Date.now()
  const [held] = await hold(tx, [
    {
      tenantId,
      idemKey: key,
      source: { type: FREEZE_SOURCE, id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
      principal: { from: accounts.principal, held: accounts.frozen, amount_fen: parts.principal },
      gift: { from: accounts.gift, held: accounts.frozenGift, amount_fen: parts.gift },
      expiresAt: null,
    },
  ])
  const { holdId, journalId } = mustPost(held)
  return { holdId, journalId }
}

/** Releases the hold of a freeze; the same key again releases once. */
export async function releaseHold(
  tx: Tx,
  entry: { tenantId: string; id: string; holdId: string; key: string; actor: string },
): Promise<void> {
  const { tenantId, id, holdId, key, actor } = entry
  const now = Date.now()
  const [released] = await voidHolds(tx, [
    {
      tenantId,
      holdId,
      idemKey: key,
      source: { type: FREEZE_SOURCE, id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
    },
  ])
  mustPost(released)
}

type FreezeInput = CommandInput<typeof member, 'freeze'>

async function earlierFreeze(tx: Tx, tenantId: string, requestKey: string) {
  const [found] = await tx.query(
    columnsNamed(freeze, 'id', 'number', 'total_fen'),
    'select id, number, total_fen from members_freeze where tenant_id = $1 and request_key = $2',
    [tenantId, requestKey],
  )
  return found ?? null
}

async function mustEndLater(tx: Tx, tenantId: string, until: BusinessDay): Promise<void> {
  if (until < (await accountingDayOf(tx, tenantId, Date.now())))
    throw invalid({ until: { key: 'members.field.inThePast' } })
}

/**
 * Puts money of a member on hold: the amount, or all that is available. Principal goes first, because a court or an investigation is about
 * the member's own money. The member's row is locked by the command.
 *
 * @throws Refusal on `amount` with the most that can be frozen, on `until` for a day in the past
 */
export async function freezeMember(call: Call, memberId: string, input: FreezeInput) {
  const { tx, caller, idempotencyKey } = call
  const { tenantId, userId, displayName } = caller
  const requestKey = journalKey('members.freeze', userId, memberId, idempotencyKey ?? newId())
  const earlier = await earlierFreeze(tx, tenantId, requestKey)
  if (earlier) return { id: earlier.id, number: earlier.number }
  await mustEndLater(tx, tenantId, businessDay(input.until))
  const wallet = await lockWallet(tx, tenantId, memberId)
  const available = sumParts(wallet.wallet)
  const wanted = input.amount ?? available
  if (available === ZERO_FEN || wanted > available) throw atMost('amount', available)
  const parts = takeParts(wanted, wallet.wallet, 'principal-first')
  const id = newId()
  const number = recordNumber('F', id)
  const entry = { tenantId, id, key: `${FREEZE_SOURCE}:${id}:hold`, actor: displayName, parts }
  const { holdId } = await holdFor(tx, wallet, entry)
  await tx.execute(
    `insert into members_freeze (tenant_id, id, number, member_id, state, cause, principal_fen, gift_fen, until, reason, placed_by, request_key, hold_id, search_text)
     values ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tenantId,
      id,
      number,
      memberId,
      input.cause,
      parts.principal,
      parts.gift,
      input.until,
      input.reason,
      displayName,
      requestKey,
      holdId,
      searchText(freeze, { number }),
    ],
  )
  return { id, number }
}

/** Serves freezes: their list, and their release. */
export function serveFreeze(): ServedResource {
  return serveResource(freeze, {
    inner: { hold_id: col.uuid },
    // A merge locks its members before their freezes; whoever releases one waits for it there.
    async lockFirst({ tx, caller: { tenantId } }, ids) {
      const rows = await tx.query(
        columnsNamed(freeze, 'member_id'),
        'select member_id from members_freeze where tenant_id = $1 and id = any($2::uuid[]) order by member_id',
        [tenantId, ids],
      )
      await keepMembers(
        tx,
        rows.map(row => ({ tenantId, memberId: row.member_id })),
      )
    },
    commands: {
      async release({ tx, caller }, [row], { reason }) {
        if (!row) throw new Refusal('kernel.notFound', { status: 404 })
        const { tenantId, displayName: actor } = caller
        const { id, hold_id: holdId } = row
        const key = `${FREEZE_SOURCE}:${id}:release`
        await releaseHold(tx, { tenantId, id, holdId, key, actor })
        await tx.execute(
          `update members_freeze set state = 'released', released_by = $3, released_at = now(), release_reason = $4, version = version + 1, updated_at = now()
           where tenant_id = $1 and id = $2`,
          [tenantId, id, actor, reason],
        )
        return { number: row.number }
      },
    },
    allows: (action, row) => (action === 'release' ? row.state === 'open' : true),
    whyNot: action => (action === 'release' ? 'members.alreadyReleased' : undefined),
    secondPerson: {
      // Nothing moves between people, so it is one person's word until the company says otherwise.
      release: {
        from_fen: null,
        side: 'none',
        restsOn: ['state'],
        weigh: () => ({}),
      },
    },
  })
}
