import { type Fen, formatFen, sumFen } from '@wattyard/money'
import { type Caller, col, shownTo, textList, type Tx } from '@wattyard/server-kit'
import { MAX_PROPOSALS_READ, RESULTS, type ShownProposal, SIGNALS, STORED_KINDS } from '../../contract/index.ts'

const MEMBER = {
  id: col.uuid,
  by: col.oneOf(['channelNo', 'sum', 'score']),
  score: col.integer,
  signals: col.textsOf(SIGNALS),
  outcome_id: col.uuid,
  day: col.day,
  kind: col.oneOf(STORED_KINDS),
  result: col.oneOf(RESULTS),
  key: col.text,
  company: col.text.orNull,
  party: col.text.orNull,
  text: col.text.orNull,
  amount_fen: col.fen.orNull,
  booked_fen: col.fen.orNull,
  told_fen: col.fen.orNull,
}

/**
 * Returns proposals whose items lie in several open outcomes, the most likely first, with these outcomes.
 * @param items ids of our records and of rows, of which a proposal has to name one; null for all proposals
 */
export async function openProposals(
  tx: Tx,
  caller: Caller,
  channelId: string,
  items: readonly string[] | null,
): Promise<ShownProposal[]> {
  const members = await tx.query(
    MEMBER,
    `select p.id, p.by, p.score, p.signals, o.id as outcome_id, o.day, o.kind, o.result, o.key, o.company, o.party, o.text, o.amount_fen, o.booked_fen, o.told_fen
     from (select * from reconciliation_proposal where tenant_id = $1 and channel_id = $2
         and ($3::text[] is null or orders && $3::text[]::uuid[] or channel_rows && $3::text[]::uuid[])) p
     cross join lateral (select distinct o.* from reconciliation_item i
       join reconciliation_outcome o on o.tenant_id = i.tenant_id and o.id = i.outcome_id
       where i.tenant_id = p.tenant_id and i.channel_id = p.channel_id and i.side in ('order', 'channel')
         and i.item_id = any(p.orders::text[] || p.channel_rows::text[])
         and o.ending is null and o.standing in ('waiting', 'difference')) o
     order by p.score desc, p.id, o.day, o.id`,
    [caller.tenantId, channelId, items === null ? null : textList([...items])],
  )
  return [...Map.groupBy(members, member => member.id).values()]
    .filter(own => own.length > 1)
    .slice(0, MAX_PROPOSALS_READ)
    .map(own => proposalOf(caller, own))
}

interface Member {
  readonly id: string
  readonly by: ShownProposal['by']
  readonly score: number
  readonly signals: ShownProposal['signals']
  readonly outcome_id: string
  readonly day: string
  readonly kind: ShownProposal['outcomes'][number]['kind']
  readonly result: ShownProposal['outcomes'][number]['result']
  readonly key: string
  readonly company: string | null
  readonly party: string | null
  readonly text: string | null
  readonly amount_fen: Fen | null
  readonly booked_fen: Fen | null
  readonly told_fen: Fen | null
}

function proposalOf(caller: Caller, members: readonly Member[]): ShownProposal {
  const [first] = members
  if (!first) throw new RangeError('a proposal has outcomes')
  const [amount, booked, told] = (['amount_fen', 'booked_fen', 'told_fen'] as const).map(side =>
    sumOfSide(members, side),
  )
  return {
    id: first.id,
    by: first.by,
    score: first.score,
    signals: first.signals,
    agrees: told !== null && amount === told && booked === told,
    outcomes: members.map(({ outcome_id: id, day, kind, result, key, company, party, text, ...sums }) => ({
      id,
      day,
      kind,
      result,
      key,
      party: company ?? shownTo(caller, 'name', party),
      text: shownTo(caller, 'words', text),
      amount: amountText(sums.amount_fen),
      booked: amountText(sums.booked_fen),
      told: amountText(sums.told_fen),
    })),
  }
}

const amountText = (amount: Fen | null): string | null => (amount === null ? null : formatFen(amount))

/** Sums of the sides of some outcomes: null where none of them tells of a side. */
export function sumOfSide<K extends 'amount_fen' | 'booked_fen' | 'told_fen'>(
  rows: readonly Readonly<Record<K, Fen | null>>[],
  side: K,
): Fen | null {
  const told = rows.map(row => row[side]).filter(value => value !== null)
  return told.length === 0 ? null : sumFen(told)
}
