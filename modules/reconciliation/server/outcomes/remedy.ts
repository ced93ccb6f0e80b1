import { fen, type Fen, negFen, subFen, ZERO_FEN } from '@wattyard/money'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { type AccountKey, linesOfJournals, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { channelAccount } from '@wattyard/payments/server'
import { type Call, col, emit, invalid, Refusal, type SecondPersonRule, type Tx } from '@wattyard/server-kit'
import { accountsFor, outcome, type RemedyAccount } from '../../contract/index.ts'
import { settlementsOfOutcome } from '../settlements/stored-settlements.ts'
import { DIFFERENCE_ENDED } from '../../contract/events.ts'
import type { ReconciliationWorld } from '../world.ts'

type Row = RowOf<typeof outcome>
type Input = CommandInput<typeof outcome, 'remedy'>

/**
 * Returns what the books lack of what the channel says, in minor units; negative: have too much. That is what a remedy books: where
 * our record alone is wrong, the books are right already.
 */
export function missingInBooks({ told_fen, booked_fen }: Pick<Row, 'told_fen' | 'booked_fen'>): Fen {
  return subFen(fen(told_fen ?? 0n), fen(booked_fen ?? 0n))
}

/** @throws Refusal on `account` when it does not fit what has to be booked */
function mustFit(row: Row, { account }: Input): { missing: Fen; account: RemedyAccount | null } {
  const missing = missingInBooks(row)
  if (missing === ZERO_FEN) {
    if (account) throw invalid({ account: { key: 'reconciliation.field.nothingToBook' } })
    return { missing, account: null }
  }
  if (!account) throw invalid({ account: { key: 'kernel.field.required' } })
  if (!accountsFor(missing, row.kind).includes(account))
    throw invalid({ account: { key: 'reconciliation.field.otherSide' } })
  return { missing, account }
}

/** Each remedy takes two people, however little it is: it ends a difference that nobody looks at again. */
export const REMEDY_BY_TWO: SecondPersonRule<typeof outcome, 'remedy'> = {
  from_fen: 0n,
  side: 'gives',
  switched: true,
  restsOn: ['standing', 'amount_fen', 'booked_fen', 'told_fen', 'delta_fen'],
  // What was told of a day that waits to be compared again may not be so any more: its payment may have been taken back.
  async alsoRestsOn({ tx, caller }, { channel_id, day }) {
    const [found] = await tx.query(
      { is_due: col.boolean },
      'select is_due from reconciliation_day where tenant_id = $1 and channel_id = $2 and day = $3',
      [caller.tenantId, channel_id, day],
    )
    return { due: found?.is_due === true ? 'yes' : 'no' }
  },
  page: id => `/cwdata4/TradeNBill?part=results&open=${id}`,
  weigh(_call, row, input) {
    const { missing } = mustFit(row, input)
    const moved = missing < ZERO_FEN ? negFen(missing) : missing
    return { moves_fen: moved, always: true }
  },
  async subject(_call, row) {
    return `${row.key} · ${row.day}`
  },
}

/** Handles `remedy`: the books are brought to what the channel says, or a reason alone ends the difference. */
export async function remedy(
  { tx, caller }: Call,
  world: ReconciliationWorld,
  rows: readonly Row[],
  input: Input,
): Promise<{ journalId: string | null }> {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const { missing, account } = mustFit(row, input)
  const journalId =
    account === null
      ? null
      : await bookRemedy(tx, world, row, { missing, account, actor: caller.displayName, reason: input.reason })
  await tx.execute(
    `update reconciliation_outcome set standing = 'matched', ending = $3, account = $4, reason = $5, journal_id = $6, ended_by = $7, ended_at = now(),
       version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      caller.tenantId,
      row.id,
      journalId === null ? 'explained' : 'booked',
      account,
      input.reason,
      journalId,
      caller.displayName,
    ],
  )
  await emit(tx, [{ tenantId: caller.tenantId, topic: DIFFERENCE_ENDED, key: row.id, body: {} }])
  return { journalId }
}

interface Booking {
  readonly missing: Fen
  readonly account: RemedyAccount
  readonly actor: string
  readonly reason: string
}

/** Returns the account on which the money of a payout stood: that of the channel that paid it out. @throws Error for an outcome without one */
async function placeOfPayer(tx: Tx, { tenant_id: tenantId, id }: Row): Promise<Omit<AccountKey, 'tenantId'>> {
  const [payout] = await settlementsOfOutcome(tx, tenantId, id)
  const account = payout ? await channelAccount(tx, tenantId, payout.channelId) : null
  const [place] = account?.accounts ?? []
  if (!place) throw new Error(`outcome ${id} has no payout`)
  return place
}

async function bookRemedy(
  tx: Tx,
  { clock, dayOf }: ReconciliationWorld,
  row: Row,
  { missing, account, actor, reason }: Booking,
): Promise<string> {
  const { tenant_id: tenantId, id } = row
  const channel = await channelAccount(tx, tenantId, row.channel_id)
  const [place] = channel?.accounts ?? []
  if (!place) throw new Error(`outcome ${id} has no channel`)
  const [clearing, other] = await openAccounts(tx, [
    { tenantId, ...place },
    account === 'channel_clearing' ? { tenantId, ...(await placeOfPayer(tx, row)) } : { tenantId, code: account },
  ])
  if (!clearing || !other) throw new Error('accounts that were asked for are open')
  const now = clock.now()
  const isMore = missing > ZERO_FEN
  const [result] = await postJournals(tx, [
    {
      tenantId,
      kind: account === 'channel_clearing' ? 'payout' : 'adjustment',
      // Once for each time that the difference was open.
      idemKey: `reconciliation.remedy:${id}:${row.version}`,
      source: { type: outcome.name, id },
      effectiveAt: now,
      bookedOn: await dayOf(tx, tenantId, now),
      actor,
      memo: reason,
      postings: [
        {
          debit: isMore ? clearing : other,
          credit: isMore ? other : clearing,
          amount_fen: isMore ? missing : negFen(missing),
        },
      ],
    },
  ])
  const { journalId } = mustPost(result)
  const lines = await linesOfJournals(tx, tenantId, [clearing.id], [journalId])
  for (const { line } of lines)
    await tx.execute(
      `insert into reconciliation_item (tenant_id, channel_id, outcome_id, side, item_id) values ($1, $2, $3, 'ledger', $4)`,
      [tenantId, row.channel_id, id, `${journalId}/${line}`],
    )
  return journalId
}
