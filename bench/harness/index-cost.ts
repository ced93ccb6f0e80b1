import type { Product } from './product.ts'
import { median } from './report.ts'

/** Indexes of migration 131. */
const INDEXES = ['kernel_audit_resource_at', 'kernel_audit_action_at', 'kernel_audit_sign_in_ip']
const ROUNDS = 5

const insertMany = (entries: number): string => `do $$ begin for i in 1..${entries} loop
  insert into kernel_audit (tenant_id, id, at, actor_id, actor_name, ip, request_id, resource, record_id, action, before, after)
  select tenant_id, uuidv7(), now(), actor_id, actor_name, ip, request_id, resource, record_id, action, before, after from index_cost where n = i;
end loop; end $$;`

/**
 * What an entry costs the database with and without these indexes, in microseconds: entries of the log written once more,
 * one by one, in transactions that are rolled back. Medians of alternating rounds.
 */
export async function indexCost(product: Product, entries: number): Promise<{ before_us: number; after_us: number }> {
  await product.asOwner(`create table index_cost as
    select row_number() over () as n, a.* from kernel_audit a order by md5(id::text) limit ${entries};
    alter table index_cost add primary key (n); analyze index_cost`)
  const round = async (without: boolean): Promise<number> => {
    const prepare = without ? INDEXES.map(name => `drop index ${name};`).join('') : ''
    // Reading the entries and the trip are the same in both, and measured apart.
    const time = async (sql: string): Promise<number> => {
      const begun = performance.now()
      await product.asOwner(`begin; ${prepare} ${sql} rollback;`)
      return performance.now() - begun
    }
    const idle = await time('')
    return ((await time(insertMany(entries))) - idle) * (1_000 / entries)
  }
  const before: number[] = []
  const after: number[] = []
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const [without, withThem] = [await round(true), await round(false)]
    if (turn === 0) continue
    before.push(without)
    after.push(withThem)
  }
  return { before_us: median(before), after_us: median(after) }
}
