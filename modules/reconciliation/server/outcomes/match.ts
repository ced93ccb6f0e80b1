import { fen, sumFen, ZERO_FEN } from '@wattyard/money'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { type Call, emit, newId, Refusal, uuidList } from '@wattyard/server-kit'
import { outcome } from '../../contract/index.ts'
import { DIFFERENCE_ENDED } from '../../contract/events.ts'
import { sumOfSide } from './stored-proposals.ts'

type Row = RowOf<typeof outcome> & { run_id: string; company: string | null }

/** Returns whether an amount came in or went out; nothing for none. */
const signOf = (amount: bigint | null): boolean[] => (amount === null || amount === 0n ? [] : [amount > 0n])

/**
 * Handles `match`: outcomes become one movement. What is left over of it would be a difference that nobody sees any more, so all three
 * sides have to agree to the minor unit; a side that tells nothing is a difference, too.
 * @throws Refusal `reconciliation.oneAlone`, `reconciliation.otherChannel`, `reconciliation.sumsDiffer`
 */
export async function match(
  { tx, caller }: Call,
  rows: readonly Row[],
  { reason }: CommandInput<typeof outcome, 'match'>,
): Promise<{ id: string }> {
  const { tenantId, displayName: actor } = caller
  const [first] = rows
  if (!first || rows.length < 2) throw new Refusal('reconciliation.oneAlone')
  if (rows.some(row => row.channel_id !== first.channel_id)) throw new Refusal('reconciliation.otherChannel')
  const [amount, booked, told] = (['amount_fen', 'booked_fen', 'told_fen'] as const).map(side => sumOfSide(rows, side))
  const delta = sumFen(rows.map(row => fen(row.delta_fen)))
  // Amounts of two currencies are no sum, however equal they look.
  const isOneCurrency = rows.every(row => row.kind !== 'currencyDiffers')
  // What came in and what went out are two movements: netted, both would be gone.
  const signs = new Set(rows.flatMap(row => [row.amount_fen, row.booked_fen, row.told_fen]).flatMap(signOf))
  const isOneWay = signs.size === 1
  const agrees = told !== null && amount === told && booked === told && delta === ZERO_FEN && isOneCurrency && isOneWay
  if (!agrees) throw new Refusal('reconciliation.sumsDiffer')
  const id = newId()
  const ids = rows.map(row => row.id)
  const day = rows
    .map(row => row.day)
    .toSorted()
    .at(-1)
  // The channel knows whom it paid; our record, whom it should have.
  const byTold = [...rows.filter(row => row.told_fen !== null), ...rows.filter(row => row.told_fen === null)]
  const named = byTold.find(row => row.company !== null || row.party !== null)
  await tx.execute(
    `insert into reconciliation_outcome (tenant_id, channel_id, run_id, id, day, kind, standing, result, key, amount_fen, booked_fen, told_fen, delta_fen,
       is_across, days, ending, reason, ended_by, ended_at, company, party, text)
     values ($1, $2, $3, $4, $5, 'byHand', 'matched', 'even', $6, $7, $8, $9, $10, true, $13::date[], 'matched', $11, $12, now(), $14, $15, $16)`,
    [
      tenantId,
      first.channel_id,
      first.run_id,
      id,
      day,
      first.key,
      amount,
      booked,
      told,
      ZERO_FEN,
      reason,
      actor,
      `{${rows.map(row => row.day).join(',')}}`,
      named?.company ?? null,
      named?.party ?? null,
      byTold.find(row => row.text !== null)?.text ?? null,
    ],
  )
  await tx.execute(
    'update reconciliation_item set outcome_id = $3 where tenant_id = $1 and outcome_id = any($2::uuid[])',
    [tenantId, uuidList(ids), id],
  )
  await tx.execute('delete from reconciliation_outcome where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    uuidList(ids),
  ])
  await emit(
    tx,
    ids.map(one => ({ tenantId, topic: DIFFERENCE_ENDED, key: one, body: {} })),
  )
  return { id }
}
