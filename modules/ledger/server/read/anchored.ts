import { type Tx, col } from '@wattyard/server-kit'

/** A journal as anchors hash it: all its columns, and the owners of its accounts. */
export interface AnchoredJournal {
  id: string
  kind: string
  sourceType: string
  sourceId: string
  /** Canonical text of the journal. */
  text: string
}

/** Returns the newest journal of each tenant: whether there is anything to anchor. */
export async function newestJournals(tx: Tx): Promise<{ tenantId: string; id: string }[]> {
  return tx.query(
    { tenantId: col.uuid, id: col.uuid },
    `with recursive t as (
       (select tenant_id from ledger_journal order by tenant_id limit 1)
       union all
       select (select x.tenant_id from ledger_journal x where x.tenant_id > t.tenant_id order by x.tenant_id limit 1) from t where t.tenant_id is not null
     )
     select t.tenant_id as "tenantId", j.id from t
     cross join lateral (select id from ledger_journal where tenant_id = t.tenant_id order by id desc limit 1) j`,
  )
}

/** Returns ids of journals above an id (all for null), ascending. */
export async function journalIdsAfter(
  tx: Tx,
  { tenantId, after, limit }: { tenantId: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    `select id from ledger_journal where tenant_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [tenantId, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Counts journals up to an id. */
export async function countJournalsUpTo(tx: Tx, tenantId: string, upTo: string): Promise<number> {
  const [row] = await tx.query(
    { count: col.integer },
    'select count(*)::int as count from ledger_journal where tenant_id = $1 and id <= $2',
    [tenantId, upTo],
  )
  return row?.count ?? 0
}

/** Returns journals up to an id, without the given ones. */
export async function journalsBeside(
  tx: Tx,
  { tenantId, upTo, ids, limit }: { tenantId: string; upTo: string; ids: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    `select j.id from ledger_journal j left join unnest($3::uuid[]) as k(id) on k.id = j.id
     where j.tenant_id = $1 and j.id <= $2 and k.id is null order by j.id limit $4`,
    [tenantId, upTo, ids, limit],
  )
  return rows.map(({ id }) => id)
}

/** Returns journals by id, in the order of the ids; unknown ids are left out. */
export async function anchoredJournals(tx: Tx, tenantId: string, ids: readonly string[]): Promise<AnchoredJournal[]> {
  const rows = await tx.query(
    { id: col.uuid, kind: col.text, source_type: col.text, source_id: col.text, body: col.text },
    `select j.id, j.kind, j.source_type, j.source_id, json_build_array(j.id, j.idem_key, j.request_hash, j.kind, j.source_type, j.source_id, j.currency,
         (extract(epoch from j.effective_at) * 1000000)::bigint::text, j.booked_on::text, (extract(epoch from j.created_at) * 1000000)::bigint::text,
         j.actor, j.memo, j.reverses_id, j.line_count::text, j.amount_fen::text, lines.list)::text as body
     from unnest($2::uuid[]) with ordinality as k(id, place)
     join ledger_journal j on j.tenant_id = $1 and j.id = k.id
     left join lateral (
       select json_agg(json_build_array(p.line::text, p.debit_account_id, d.code, d.kind, d.owner_type, d.owner_id, p.credit_account_id, c.code, c.kind, c.owner_type, c.owner_id,
         p.amount_fen::text, p.booked_on::text) order by p.line) as list
       from ledger_posting p
       left join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
       left join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
       where p.tenant_id = j.tenant_id and p.journal_id = j.id
     ) lines on true
     order by k.place`,
    [tenantId, ids],
  )
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    sourceType: row.source_type,
    sourceId: row.source_id,
    // Rewritten by one JSON writer, independent of the database engine.
    text: JSON.stringify(JSON.parse(row.body)),
  }))
}

/** Movements of one source including reversals: credits minus debits by account code, and refunds. */
export interface SourceMoves {
  sourceId: string
  settled: number
  moves: Readonly<Record<string, bigint>>
  refunded_fen: bigint
  /** Members whose accounts were moved by settlements and refunds, reversed or not. */
  memberIds: readonly string[]
}

/** Returns settlements and refunds of sources of one type by id, with their reversals. */
export async function movesOfSources(
  tx: Tx,
  { tenantId, sourceType, ids }: { tenantId: string; sourceType: string; ids: readonly string[] },
): Promise<Map<string, SourceMoves>> {
  const rows = await tx.query(
    // Each step is forced onto its index: plans made while tables are new would scan all of a tenant's journals per page.
    {
      source: col.text,
      settled: col.integer,
      moves: col.json<Record<string, string>>().orNull,
      refunded: col.text,
      members: col.texts.orNull,
    },
    `with k as materialized (select unnest($3::text[]) as source_id),
     own as materialized (
       select j.id, j.source_id, coalesce(o.kind, j.kind) as kind, j.kind = 'settle' as is_settle, case when o.id is null then 1 else -1 end as sign, j.amount_fen
       from k cross join lateral (
         select id, source_id, kind, amount_fen, reverses_id from ledger_journal where tenant_id = $1 and source_type = $2 and source_id = k.source_id offset 0) j
       left join lateral (select id, kind from ledger_journal where tenant_id = $1 and id = j.reverses_id offset 0) o on true
     ), moved as (
       select o.source_id, o.kind, a.code, sum(side.amount)::text as amount, array_agg(distinct a.owner_id) filter (where a.owner_type = 'member') as members
       from own o
       cross join lateral (select debit_account_id, credit_account_id, amount_fen from ledger_posting where tenant_id = $1 and journal_id = o.id offset 0) p
       cross join lateral (values (p.debit_account_id, -p.amount_fen), (p.credit_account_id, p.amount_fen)) as side(account_id, amount)
       cross join lateral (select code, owner_type, owner_id from ledger_account where tenant_id = $1 and id = side.account_id offset 0) a
       where o.kind in ('settle', 'refund') group by o.source_id, o.kind, a.code
     ), listed as (select source_id, json_object_agg(code, amount) filter (where kind = 'settle') as moves from moved group by source_id),
     paying as (select source_id, array_agg(distinct member) as members from moved, unnest(members) as member group by source_id)
     select s.source_id as source, s.settled, l.moves, s.refunded, m.members
     from (select source_id, count(*) filter (where is_settle)::int as settled, coalesce(sum(amount_fen * sign) filter (where kind = 'refund'), 0)::text as refunded
           from own group by source_id) s left join listed l on l.source_id = s.source_id left join paying m on m.source_id = s.source_id`,
    [tenantId, sourceType, ids],
  )
  return new Map(
    rows.map(row => [
      row.source,
      {
        sourceId: row.source,
        settled: row.settled,
        moves: Object.fromEntries(Object.entries(row.moves ?? {}).map(([code, text]) => [code, BigInt(text)])),
        refunded_fen: BigInt(row.refunded),
        memberIds: row.members ?? [],
      },
    ]),
  )
}

/** Counts settlements of sources of one type. */
export async function countSettlements(tx: Tx, tenantId: string, sourceType: string): Promise<number> {
  const [row] = await tx.query(
    { count: col.integer },
    `select count(*)::int as count from ledger_journal where tenant_id = $1 and kind = 'settle' and source_type = $2`,
    [tenantId, sourceType],
  )
  return row?.count ?? 0
}
