import { type Database, emit, col } from '@wattyard/server-kit'
import { endsOfChains } from './last-roots.ts'
import type { OutsideLine, OutsideRoots } from './outside-roots.ts'

/**
 * Compares the ends of all chains in the data folder with the database at start, so that a chain that was cut while nothing ran
 * is found before anything is added. Chains missing in the data folder are added to it.
 *
 * @returns descriptions of the differences; the tenants concerned are notified as well
 */
export async function compareEnds(db: Database, outside: OutsideRoots, now: number): Promise<string[]> {
  const found: { tenantId: string; detail: string }[] = []
  for (const line of outside.all()) {
    const root = await rootOf(db, line)
    if (root === line.root) continue
    found.push({
      tenantId: line.tenantId,
      detail: `${NAMES[line.kind]} ${line.seq} of tenant ${line.tenantId}: the data folder knows ${line.root}, the database ${root ?? 'has none'}`,
    })
  }
  for (const { tenantId, detail } of found)
    await db.platform(tx =>
      emit(tx, [
        {
          tenantId,
          topic: 'ledger.verification-failed',
          key: tenantId,
          body: { at: now, findings: [{ check: 'outside', tenantId, subject: 'chain', detail }] },
        },
      ]),
    )
  const wrong = new Set(found.map(one => one.tenantId))
  for (const end of await endsOfChains(db)) {
    const known = outside.newest(end.tenantId)[end.kind]
    if (!wrong.has(end.tenantId) && end.seq > (known?.seq ?? 0)) outside.append(end)
  }
  return found.map(({ detail }) => detail)
}

const NAMES = { day: 'closing', month: 'month', anchor: 'entry' } as const satisfies Record<OutsideLine['kind'], string>
const ROOTS = {
  day: 'select root from finance_day_close where tenant_id = $1 and seq = $2',
  month:
    "select root from finance_month_close where tenant_id = $1 and state = 'closed' and replace(month, '-', '')::int = $2",
  anchor: 'select hash as root from finance_anchor where tenant_id = $1 and seq = $2',
} as const satisfies Record<OutsideLine['kind'], string>

async function rootOf(db: Database, { tenantId, kind, seq }: OutsideLine): Promise<string | null> {
  const [row] = await db.platform(tx => tx.query({ root: col.text.orNull }, ROOTS[kind], [tenantId, seq]), {
    readOnly: true,
  })
  return row?.root ?? null
}
