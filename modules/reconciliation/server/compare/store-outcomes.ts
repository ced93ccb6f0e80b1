import { absFen, addFen, type Fen, ZERO_FEN } from '@wattyard/money'
import { hash } from 'node:crypto'
import { addDays, type BusinessDay, eachDay } from '@wattyard/time'
import { DIFFERENCE_ENDED } from '../../contract/events.ts'
import { bigintList, col, emit, intList, newId, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { expireRequestsAbout } from '@wattyard/platform/server'
import { whoOf, type Who } from './who-of-outcomes.ts'
import { type Outcome, outcome, type Proposal, type Side, SIDES, STANDINGS } from '../../contract/index.ts'

/** How far from its day an outcome may hold items: a sum that names its day comes at most ten days later, and each of both may be late. */
export const REACH_DAYS = 13

/** Outcomes that are written at a time. */
const BATCH = 1_000

/** What a run has changed. */
export interface Stored {
  readonly added: number
  readonly removed: number
  /** Differences among what was added, other than those that took over from one: their number, and what they come to. */
  readonly found: { readonly count: number; readonly amount: Fen }
  /** Days, not among those of the run, whose outcomes lost items to this one: they have to be compared again. */
  readonly touched: readonly BusinessDay[]
  /** Digest of all outcomes, whatever their order. */
  readonly answer: string
}

export interface OutcomeWriter {
  add(told: Outcome): Promise<void>
  end(): Promise<Stored>
}

interface WriterOptions {
  readonly tenantId: string
  readonly lead: string
  readonly runId: string
  readonly judged: { readonly from: BusinessDay; readonly to: BusinessDay }
  /** Whom new differences belong to; null for nobody yet. */
  readonly ownerId: string | null
  /** Names of companies by the id of our record of a payment of theirs. */
  readonly companies: ReadonlyMap<string, string>
}

/** Names an outcome by all that it says: told again, it is the same one. 32 hexadecimal digits. */
export function markOf(told: Outcome): string {
  const { day, kind, pass, key, amount, booked, told: rows, delta } = told
  const sums = [amount, booked, rows, delta].map(sum => String(sum))
  return hash('md5', JSON.stringify([day, kind, pass, key, sums, told.orders, told.lines, told.rows]))
}

const itemsOf = ({ orders, lines, rows }: Outcome): [Side, string][] => [
  ...orders.map((id): [Side, string] => ['order', id]),
  ...lines.map((id): [Side, string] => ['ledger', id]),
  ...rows.map((id): [Side, string] => ['channel', id]),
]

/**
 * Writes what a run tells of its days. Outcomes that were told before and are told again stay as they are, with what people wrote on
 * them; others of these days go, and so does any outcome of another day that loses an item, unless a person ended it.
 */
export async function createOutcomeWriter(tx: Tx, options: WriterOptions): Promise<OutcomeWriter> {
  const { tenantId, lead, runId, judged, ownerId, companies } = options
  const before = await tx.query(
    { id: col.uuid, mark: col.text, day: col.day, is_across: col.boolean },
    `select id, mark, day, is_across from reconciliation_outcome where tenant_id = $1 and channel_id = $2 and day between $3 and $4 and ending is null`,
    [tenantId, lead, judged.from, judged.to],
  )
  const earlier = new Map(before.map(one => [one.mark, one]))
  // Told before rows named anybody: filled as they are told again. One without a name to tell is asked for each time, and there are few.
  const unnamed = await tx.query(
    { id: col.uuid, mark: col.text },
    `select id, mark from reconciliation_outcome where tenant_id = $1 and channel_id = $2 and day between $3 and $4 and standing in ('waiting', 'difference')
       and ending is null and company is null and party is null and text is null`,
    [tenantId, lead, judged.from, judged.to],
  )
  const nameless = new Map(unnamed.map(one => [one.mark, one.id]))
  let toName: { id: string; told: Outcome }[] = []
  const touched = new Set<BusinessDay>()
  const answer = Buffer.alloc(16)
  let waiting: { told: Outcome; mark: string }[] = []
  let [added, removed] = [0, 0]
  const found = { count: 0, amount: ZERO_FEN }

  async function write(): Promise<void> {
    const batch = waiting.map(one => ({ ...one, id: newId() }))
    waiting = []
    if (batch.length === 0) return
    const items = batch.flatMap(({ id, told }) => itemsOf(told).map(([side, item]) => ({ id, side, item })))
    const kept = await makeRoom(items)
    const who = await whoOf(tx, tenantId, batch, companies)
    const nameOf = (part: keyof Who) => textList(batch.map(({ id }) => who.get(id)?.[part] ?? null))
    added += batch.length
    for (const { id, told } of batch) {
      if (told.standing !== 'difference' || kept.has(id)) continue
      found.count++
      found.amount = addFen(found.amount, absFen(told.delta))
    }
    await tx.execute(
      `insert into reconciliation_outcome (tenant_id, channel_id, run_id, id, mark, day, kind, standing, result, pass, key, amount_fen, booked_fen, told_fen,
         delta_fen, is_across, owner_id, note, company, party, text)
       select $1, $2, $3, u.id, u.mark, u.day::date, u.kind, u.standing, u.result, u.pass, u.key, u.amount, u.booked, u.told, u.delta, u.across = 1, u.owner, u.note, u.company, u.party, u.text
       from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::bigint[],
         $15::bigint[], $16::int[], $17::uuid[], $18::text[], $19::text[], $20::text[], $21::text[])
         as u(id, mark, day, kind, standing, result, pass, key, amount, booked, told, delta, across, owner, note, company, party, text)`,
      [
        tenantId,
        lead,
        runId,
        uuidList(batch.map(one => one.id)),
        textList(batch.map(one => one.mark)),
        textList(batch.map(({ told }) => told.day)),
        textList(batch.map(({ told }) => told.kind)),
        textList(batch.map(({ told }) => told.standing)),
        textList(batch.map(({ told }) => told.result)),
        textList(batch.map(({ told }) => told.pass)),
        textList(
          batch.map(({ told, mark }) => told.key?.slice(0, 200) ?? `${told.day} ${mark.slice(0, 6).toUpperCase()}`),
        ),
        bigintList(batch.map(({ told }) => told.amount)),
        bigintList(batch.map(({ told }) => told.booked)),
        bigintList(batch.map(({ told }) => told.told)),
        bigintList(batch.map(({ told }) => told.delta)),
        intList(batch.map(({ told }) => (told.isAcross ? 1 : 0))),
        uuidList(
          batch.map(({ id, told }) => (told.standing === 'difference' ? (kept.get(id)?.owner ?? ownerId) : null)),
        ),
        textList(batch.map(({ id }) => kept.get(id)?.note ?? null)),
        nameOf('company'),
        nameOf('party'),
        nameOf('text'),
      ],
    )
    await tx.execute(
      `insert into reconciliation_item (tenant_id, channel_id, outcome_id, side, item_id)
       select $1, $2, u.* from unnest($3::uuid[], $4::text[], $5::text[]) as u`,
      [
        tenantId,
        lead,
        uuidList(items.map(one => one.id)),
        textList(items.map(one => one.side)),
        textList(items.map(one => one.item)),
      ],
    )
  }

  /** Takes away the outcomes that hold items of new ones; returns what people had written on them, by the new ones' ids. */
  async function makeRoom(
    items: readonly { id: string; side: Side; item: string }[],
  ): Promise<Map<string, { owner: string | null; note: string | null }>> {
    const heirs = new Map(items.map(one => [`${one.side} ${one.item}`, one.id]))
    const claimed: { outcome_id: string; heir: string }[] = []
    for (const side of SIDES) {
      const ids = items.filter(one => one.side === side).map(one => one.item)
      if (ids.length === 0) continue
      // By key for each side: a join with a list is planned for the empty table that it was.
      const found = await tx.query(
        { outcome_id: col.uuid, item_id: col.text },
        `select outcome_id, item_id from reconciliation_item where tenant_id = $1 and channel_id = $2 and side = $3 and item_id = any($4::text[])`,
        [tenantId, lead, side, textList(ids)],
      )
      for (const { outcome_id, item_id } of found)
        claimed.push({ outcome_id, heir: heirs.get(`${side} ${item_id}`) ?? '' })
    }
    if (claimed.length === 0) return new Map()
    const held = await tx.query(
      {
        heir: col.text,
        id: col.uuid,
        mark: col.text,
        day: col.day,
        owner_id: col.uuid.orNull,
        note: col.text.orNull,
        is_across: col.boolean,
        standing: col.oneOf(STANDINGS),
      },
      `select u.heir, o.id, o.mark, o.day, o.owner_id, o.note, o.is_across, o.standing from unnest($2::uuid[], $3::text[]) as u(id, heir)
       join reconciliation_outcome o on o.tenant_id = $1 and o.id = u.id`,
      [tenantId, uuidList(claimed.map(one => one.outcome_id)), textList(claimed.map(one => one.heir))],
    )
    const kept = new Map<string, { owner: string | null; note: string | null }>()
    for (const { mark, day, is_across, standing, owner_id, note, heir } of held) {
      earlier.delete(mark)
      touch(day, is_across)
      if (standing === 'difference') kept.set(heir, { owner: owner_id, note })
    }
    await remove([...new Set(held.map(one => one.id))])
    return kept
  }

  /** Writes whom outcomes that stay are about; nothing that people wrote on them changes. */
  async function name(): Promise<void> {
    const who = [...(await whoOf(tx, tenantId, toName, companies))]
    toName = []
    if (who.length === 0) return
    await tx.execute(
      `update reconciliation_outcome o set company = u.company, party = u.party, text = u.text
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as u(id, company, party, text) where o.tenant_id = $1 and o.id = u.id`,
      [
        tenantId,
        uuidList(who.map(([id]) => id)),
        ...(['company', 'party', 'text'] as const).map(part => textList(who.map(([, one]) => one[part]))),
      ],
    )
  }

  /** An outcome goes: what it leaves over belongs to other days, which have to look at it again. */
  function touch(day: BusinessDay, isAcross: boolean): void {
    const reach = isAcross ? REACH_DAYS : 0
    for (const one of eachDay(addDays(day, -reach), addDays(day, reach)))
      if (one < judged.from || one > judged.to) touched.add(one)
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    removed += ids.length
    const gone = await tx.query(
      { id: col.uuid, owner_id: col.uuid.orNull },
      'delete from reconciliation_outcome where tenant_id = $1 and id = any($2::uuid[]) and ending is null returning id, owner_id',
      [tenantId, uuidList(ids)],
    )
    await expireRequestsAbout(
      tx,
      tenantId,
      outcome.name,
      gone.map(one => one.id),
    )
    const ended = gone.filter(one => one.owner_id !== null)
    await emit(
      tx,
      ended.map(({ id }) => ({ tenantId, topic: DIFFERENCE_ENDED, key: id, body: {} })),
    )
  }

  return {
    async add(told) {
      const mark = markOf(told)
      for (const [i, byte] of Buffer.from(mark, 'hex').entries()) answer[i] = (answer[i] ?? 0) ^ byte
      if (earlier.delete(mark)) {
        const id = nameless.get(mark)
        if (id !== undefined) toName.push({ id, told })
        if (toName.length >= BATCH) await name()
        return
      }
      waiting.push({ told, mark })
      if (waiting.length >= BATCH) await write()
    },
    async end() {
      await write()
      await name()
      for (const { day, is_across } of earlier.values()) touch(day, is_across)
      await remove([...earlier.values()].map(one => one.id))
      return { added, removed, found, touched: [...touched], answer: answer.toString('hex') }
    },
  }
}

/** Replaces what earlier runs proposed for these days. */
export async function storeProposals(
  tx: Tx,
  { tenantId, lead, judged }: Pick<WriterOptions, 'tenantId' | 'lead' | 'judged'>,
  proposals: readonly Proposal[],
): Promise<void> {
  await tx.execute(
    `delete from reconciliation_proposal where tenant_id = $1 and channel_id = $2 and first_day <= $4 and last_day >= $3`,
    [tenantId, lead, judged.from, judged.to],
  )
  for (const { by, score, signals, orders, rows } of proposals)
    await tx.execute(
      `insert into reconciliation_proposal (tenant_id, id, channel_id, first_day, last_day, by, score, signals, orders, channel_rows)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tenantId, newId(), lead, judged.from, judged.to, by, score, textList(signals), uuidList(orders), uuidList(rows)],
    )
}
