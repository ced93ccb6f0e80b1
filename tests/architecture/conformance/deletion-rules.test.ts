import {
  collectDeletionRules,
  foreignHolds,
  planErasure,
  type DeletionRules,
  tenantTables,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { afterAll, describe, expect, test } from 'vitest'
import { conformanceWorld } from './world.ts'

const world = await conformanceWorld()
afterAll(() => world.close())
const rules = collectDeletionRules(world.modules)

interface Right {
  table: string
  may_read: boolean
  may_delete: boolean
  may_insert: boolean
  columns: string[]
  updates: string[]
}

/** What the eraser may do, table by table, as the database has it. */
async function rightsOf(tx: Tx): Promise<Right[]> {
  return tx.query(
    {
      table: col.text,
      may_read: col.boolean,
      may_delete: col.boolean,
      may_insert: col.boolean,
      columns: col.texts,
      updates: col.texts,
    },
    `select c.relname as "table", has_table_privilege('wattyard_eraser', c.oid, 'select') as may_read,
       has_table_privilege('wattyard_eraser', c.oid, 'delete') as may_delete, has_table_privilege('wattyard_eraser', c.oid, 'insert') as may_insert,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by 1) as columns,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('wattyard_eraser', c.oid, a.attnum, 'update') order by 1) as updates
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
}

/** Everything that is wrong between the deletion rules that modules declare and the schema; nothing when they agree. */
async function problemsOf(tx: Tx, given: DeletionRules): Promise<string[]> {
  const problems: string[] = []
  const tables = new Set((await tenantTables(tx)).map(({ name }) => name))
  const rights = new Map((await rightsOf(tx)).map(right => [right.table, right]))
  for (const name of tables) if (!given[name]) problems.push(`${name}: no deletion rule`)
  for (const [name, rule] of Object.entries(given)) {
    const right = rights.get(name)
    if (!tables.has(name) || !right) {
      problems.push(`${name}: no such table`)
      continue
    }
    const masked = rule.do === 'pseudonymise' ? Object.keys(rule.columns).toSorted() : []
    for (const column of masked) if (!right.columns.includes(column)) problems.push(`${name}: no column ${column}`)
    if (right.may_delete !== (rule.do === 'erase'))
      problems.push(`${name}: ${rule.do}, yet the eraser's delete says otherwise`)
    if (right.updates.toString() !== masked.toString())
      problems.push(`${name}: the eraser may update ${right.updates.join(', ')}`)
  }
  for (const { holder, held } of await foreignHolds(tx)) {
    const [staying, going] = [given[holder], given[held]]
    if (staying && staying.do !== 'erase' && going?.do === 'erase')
      problems.push(`${holder} stays and points at ${held}, which goes`)
  }
  return problems
}

describe('what becomes of a tenant’s rows', () => {
  test('every table with a tenant has a deletion rule, and the database grants that and no more', async () => {
    expect(Object.keys(rules).length).toBeGreaterThan(70)
    expect(await world.db.platform(tx => problemsOf(tx, rules))).toEqual([])
  })

  test('a table that is forgotten, one that is gone, a column that is not there, and a row left pointing at nothing are found', async () => {
    const { members_tag: _forgotten, ...without } = rules
    const broken: DeletionRules = {
      ...without,
      old_table: { do: 'erase' },
      charging_order: { do: 'erase' },
      assets_station: { do: 'pseudonymise', columns: { fax: 'null' } },
    }
    const problems = await world.db.platform(tx => problemsOf(tx, broken))
    for (const problem of [
      'members_tag: no deletion rule',
      'old_table: no such table',
      'assets_station: no column fax',
      'charging_refund stays and points at charging_order, which goes',
    ])
      expect(problems).toContain(problem)
    await expect(world.db.platform(tx => planErasure(tx, without))).rejects.toThrow('members_tag has no deletion rule')
  })

  test('two modules cannot both decide on a table', () => {
    const twice = [...world.modules, { name: 'other', tenantDeletion: { members_tag: { do: 'erase' as const } } }]
    expect(() => collectDeletionRules(twice)).toThrow('members_tag has a deletion rule already')
  })

  test('whoever points at others goes before them', async () => {
    const order = (await world.db.platform(tx => planErasure(tx, rules))).map(step => step.table)
    const before = (a: string, b: string) => expect(order.indexOf(a), `${a} before ${b}`).toBeLessThan(order.indexOf(b))
    before('members_tag', 'members_member')
    before('identity_recovery_code', 'identity_second_factor')
    before('identity_second_factor', 'identity_user')
    before('identity_user', 'identity_duty')
    before('gateway_point_reading', 'gateway_point_source')
    before('gateway_point_source', 'gateway_point_map')
    before('assets_connector', 'assets_pile')
    before('assets_pile', 'assets_model')
    expect(order.filter(table => table.startsWith('ledger_'))).toEqual([])
  })

  test('nobody else has gained a right: books refuse the application as before', async () => {
    const roles = ['wattyard_tenant', 'wattyard_platform']
    const found = await world.db.platform(tx =>
      tx.query(
        { name: col.text, role: col.text },
        `select c.relname as name, r.role from pg_class c cross join unnest($1::text[]) as r(role)
         where c.relname = any($2::text[]) and c.relnamespace = 'public'::regnamespace and has_table_privilege(r.role, c.oid, 'delete')`,
        [
          roles,
          [
            'kernel_audit',
            'ledger_account',
            'ledger_journal',
            'ledger_posting',
            'ledger_hold',
            'charging_fact',
            'charging_order_line',
            'finance_day_close',
            'finance_daily_bill',
            'platform_approval',
            'identity_tenant_deletion',
          ],
        ],
      ),
    )
    expect(found).toEqual([])
  })
})
