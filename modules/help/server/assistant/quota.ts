import { Refusal, type Tx, col } from '@wattyard/server-kit'
import { type BusinessDay } from '@wattyard/time'
import type { StoredSettings } from './stored-settings.ts'

/** Retention of the usage counts in days. */
const KEEP_DAYS = 40

interface Asker {
  readonly tenantId: string
  readonly userId: string
}

/**
 * Counts a question of today, unless the person or the tenant has asked as often as they may. The caller holds the row of
 * the tenant's settings, so that two questions at once are counted one after the other.
 *
 * @throws Refusal 429
 */
export async function countQuestion(
  tx: Tx,
  { tenantId, userId }: Asker,
  day: BusinessDay,
  { per_person_day, per_tenant_day }: StoredSettings,
): Promise<void> {
  const [asked] = await tx.query(
    { all: col.integer, mine: col.integer },
    `select coalesce(sum(asked), 0)::int as all, coalesce(sum(asked) filter (where user_id = $3), 0)::int as mine
     from help_assistant_use where tenant_id = $1 and day = $2`,
    [tenantId, day, userId],
  )
  const { mine = 0, all = 0 } = asked ?? {}
  const over = (code: string, max: number) => new Refusal(code, { status: 429, params: { max, seconds: 3_600 } })
  if (mine >= per_person_day) throw over('help.assistantLimit', per_person_day)
  if (all >= per_tenant_day) throw over('help.assistantTenantLimit', per_tenant_day)
  await tx.execute(
    `insert into help_assistant_use (tenant_id, day, user_id, asked) values ($1, $2, $3, 1)
     on conflict (tenant_id, day, user_id) do update set asked = help_assistant_use.asked + 1`,
    [tenantId, day, userId],
  )
  await tx.execute('delete from help_assistant_use where tenant_id = $1 and day < $2::date - $3::int', [
    tenantId,
    day,
    KEEP_DAYS,
  ])
}
