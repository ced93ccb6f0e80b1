import { type Fen, fen, ZERO_FEN } from '@wattyard/money'
import { businessDay, type BusinessDay } from '@wattyard/time'
import { col, type Tx, uuidList } from '@wattyard/server-kit'
import { type Account, growsByDebit, JOURNAL_KINDS, type JournalKind, type Source } from '../../contract/index.ts'

/** One journal as the accounts of one owner see it. */
export interface OwnerMovement {
  readonly journalId: string
  readonly kind: JournalKind
  readonly source: Source
  readonly effectiveAt: number
  readonly bookedOn: BusinessDay
  readonly actor: string
  readonly memo: string | null
  /** Change of each account that it touches, on the account's own side, by account id. */
  readonly changes: ReadonlyMap<string, Fen>
}

/** A place among movements, which are in the order of their accounting days and, within a day, of their journals. */
export interface MovementPlace {
  readonly bookedOn: BusinessDay
  readonly journalId: string
}

/** Both sides of the postings on some accounts ($2), as `net_fen` of debits less credits; `$1` is the tenant. */
const SIDES = (columns: string, where: string): string => `
  select debit_account_id as account_id, amount_fen as net_fen${columns} from ledger_posting p
  where p.tenant_id = $1 and p.debit_account_id = any($2::uuid[]) and ${where}
  union all
  select credit_account_id, -amount_fen${columns} from ledger_posting p
  where p.tenant_id = $1 and p.credit_account_id = any($2::uuid[]) and ${where}`

const MOVEMENT = {
  journal_id: col.uuid,
  kind: col.oneOf(JOURNAL_KINDS),
  source_type: col.text,
  source_id: col.text,
  effective_at: col.instant,
  booked_on: col.day,
  actor: col.text,
  memo: col.text.orNull,
  accounts: col.uuids,
  nets: col.texts,
}

/** Returns a net of debits on the account's own side. */
const onOwnSide = ({ kind }: Account, net: bigint): Fen => fen(growsByDebit(kind) ? net : -net)

/**
 * Returns what moved on the accounts of one owner in a period, newest first. A journal is one movement, whatever number of its postings
 * touch the accounts; one that only moved money among equal accounts is told, with changes of zero left out.
 *
 * @param period accounting days, both included
 * @param most movements to read
 * @param after continues with what is older than this movement
 */
export async function movementsOfOwner(
  tx: Tx,
  accounts: readonly Account[],
  { from, to }: { readonly from: BusinessDay; readonly to: BusinessDay },
  { most, after }: { readonly most: number; readonly after?: MovementPlace | undefined },
): Promise<OwnerMovement[]> {
  const [first] = accounts
  if (!first) return []
  const rows = await tx.query(
    MOVEMENT,
    `with sides as (${SIDES(', journal_id, booked_on', 'p.booked_on between $3::date and $4::date')}),
     places as (
       select booked_on, journal_id from sides where $5::date is null or (booked_on, journal_id) < ($5::date, $6::uuid)
       group by 1, 2 order by 1 desc, 2 desc limit $7
     )
     select j.id as journal_id, j.kind, j.source_type, j.source_id, j.effective_at, j.booked_on, j.actor, j.memo, s.accounts, s.nets
     from places k
     join ledger_journal j on j.tenant_id = $1 and j.id = k.journal_id
     cross join lateral (
       select array_agg(account_id) as accounts, array_agg(net::text) as nets
       from (select account_id, sum(net_fen) as net from sides where journal_id = k.journal_id group by account_id) own
     ) s
     order by k.booked_on desc, k.journal_id desc`,
    [
      first.tenantId,
      uuidList(accounts.map(one => one.id)),
      from,
      to,
      after?.bookedOn ?? null,
      after?.journalId ?? null,
      most,
    ],
  )
  const known = new Map(accounts.map(account => [account.id, account]))
  return rows.map(row => ({
    journalId: row.journal_id,
    kind: row.kind,
    source: { type: row.source_type, id: row.source_id },
    effectiveAt: row.effective_at,
    bookedOn: businessDay(row.booked_on),
    actor: row.actor,
    memo: row.memo,
    changes: new Map(
      row.accounts.flatMap((id, index) => {
        const account = known.get(id)
        const net = BigInt(row.nets[index] ?? '0')
        return account && net !== 0n ? [[id, onOwnSide(account, net)] as const] : []
      }),
    ),
  }))
}

/** What the movements of an owner came to, minor units. */
export interface OwnerTurnover {
  readonly in_fen: Fen
  /** Negative. */
  readonly out_fen: Fen
}

/**
 * Returns what came to an owner and what left in a period, each movement by what it changed of all that the owner has less what is owed:
 * one that only moved money among the accounts is in neither.
 * @param accounts of the owner, whose assets are what the owner owes
 * @param period accounting days, both included
 */
export async function turnoverOfOwner(
  tx: Tx,
  accounts: readonly Account[],
  { from, to }: { readonly from: BusinessDay; readonly to: BusinessDay },
): Promise<OwnerTurnover> {
  const [first] = accounts
  if (!first) return { in_fen: ZERO_FEN, out_fen: ZERO_FEN }
  const [row] = await tx.query(
    { came: col.text, went: col.text },
    `select coalesce(sum(net) filter (where net > 0), 0)::text as came, coalesce(sum(net) filter (where net < 0), 0)::text as went
     from (
       select -sum(net_fen) as net from (${SIDES(', journal_id', 'p.booked_on between $3::date and $4::date')}) sides group by journal_id
     ) movements`,
    [first.tenantId, uuidList(accounts.map(one => one.id)), from, to],
  )
  return { in_fen: fen(BigInt(row?.came ?? 0)), out_fen: fen(BigInt(row?.went ?? 0)) }
}

/** Up to where balances of an owner are summed. */
export type BalanceEnd =
  /** All that is booked on this accounting day or before. */
  | { readonly upToDay: BusinessDay }
  /** This movement and all before it. */
  | { readonly upTo: MovementPlace }
  /** All that had happened by this instant, epoch ms, whenever it was booked. */
  | { readonly happenedBy: number }

/** Returns the balances of an owner's accounts at a moment, on the accounts' own sides, by account id; zero ones are absent. */
export async function ownerBalancesAt(
  tx: Tx,
  accounts: readonly Account[],
  end: BalanceEnd,
): Promise<ReadonlyMap<string, Fen>> {
  const [first] = accounts
  if (!first) return new Map()
  const [where, values] =
    'upToDay' in end
      ? ['p.booked_on <= $3::date', [end.upToDay]]
      : 'upTo' in end
        ? ['(p.booked_on, p.journal_id) <= ($3::date, $4::uuid)', [end.upTo.bookedOn, end.upTo.journalId]]
        : [
            'exists (select from ledger_journal j where j.tenant_id = p.tenant_id and j.id = p.journal_id and j.effective_at <= $3)',
            [new Date(end.happenedBy)],
          ]
  const rows = await tx.query(
    { account_id: col.uuid, net: col.text },
    `select account_id, sum(net_fen)::text as net from (${SIDES('', where)}) sides group by account_id`,
    [first.tenantId, uuidList(accounts.map(one => one.id)), ...values],
  )
  const known = new Map(accounts.map(account => [account.id, account]))
  return new Map(
    rows.flatMap(({ account_id, net }) => {
      const account = known.get(account_id)
      return account && net !== '0' ? [[account_id, onOwnSide(account, BigInt(net))] as const] : []
    }),
  )
}
