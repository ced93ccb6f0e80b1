import { type Fen } from '@wattyard/money'
import { col, Refusal, type Route, scoped, serveCall, type Tx, uuidList } from '@wattyard/server-kit'
import { type LateKind, PART_STATES, readPartJournals, refundPart } from '../../contract/index.ts'

/** A part that its channel carried out late, and what it took from the member. */
export interface LatePart {
  before: LateKind
  taken: Fen
  owed: Fen
}

/**
 * Returns what had become of a part's money when it succeeded late.
 * @param heir state that the part in its place had before; null for none
 */
export function lateKind(isCovered: boolean, was: string, heir: string | null): LateKind {
  if (isCovered) return heir === null ? 'waited' : 'heirDropped'
  return was === 'givenBack' || heir === 'givenBack' ? 'givenBack' : 'heirPaid'
}

/** Returns the parts among these that succeeded late, by id. */
export async function lateParts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, LatePart>> {
  const rows = await tx.query(
    {
      part_id: col.uuid,
      was: col.text,
      is_covered: col.boolean,
      heir: col.oneOf(PART_STATES).orNull,
      taken_fen: col.fen,
      owed_fen: col.fen,
    },
    `select f.part_id, f.was, f.is_covered, h.state as heir, f.taken_fen, f.owed_fen from payments_refund_late f
     left join payments_refund_part h on h.tenant_id = f.tenant_id and h.id = f.heir_id
     where f.tenant_id = $1 and f.part_id = any($2::uuid[])`,
    [tx.tenantId, uuidList(ids)],
  )
  return new Map(
    rows.map(row => [
      row.part_id,
      {
        before: lateKind(row.is_covered, row.was, row.heir),
        taken: row.taken_fen,
        owed: row.owed_fen,
      },
    ]),
  )
}

/** Returns the route that says which journals a part has. */
export const partJournalsRoute = (): Route =>
  serveCall(readPartJournals, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const where = scoped(caller, refundPart)
      where.add(`id = ${where.value(input.id)}`)
      const [row] = await tx.query(
        { journal_id: col.uuid.orNull, returned_journal_id: col.uuid.orNull },
        `select journal_id, (select returned_journal_id from payments_refund_late f where f.tenant_id = p.tenant_id and f.part_id = p.id) as returned_journal_id
         from payments_refund_part p where ${where.text}`,
        where.values,
      )
      if (!row) throw new Refusal('kernel.notFound', { status: 404 })
      return { journals: [row.returned_journal_id, row.journal_id].filter(id => id !== null) }
    },
  })
