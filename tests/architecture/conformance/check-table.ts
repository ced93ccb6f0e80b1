import { type Resource } from '@wattyard/resource'
import { holds, planTable, readTable, serves } from '@wattyard/server-kit'
import { expect, test } from 'vitest'
import type { World } from './world.ts'

/** The migrated table equals the definition; nothing syncs at start, so this is the proof. */
export function checkTable(world: World, resource: Resource): void {
  const plan = planTable(resource)
  const table = () => world.db.platform(tx => readTable(tx, plan.table))

  test('no field is called like a column that every record has', () => {
    const taken = ['id', 'tenantId', 'version', 'createdAt', 'updatedAt', 'can', 'labels']
    expect(Object.keys(resource.fields).filter(key => taken.includes(key))).toEqual([])
  })

  test('its table is what it says', async () => {
    const present = await table()
    if (!present) throw new Error(`there is no table ${plan.table}`)
    const wrong = plan.columns.filter(planned => {
      const found = present.columns.find(column => column.name === planned.name)
      return !found || !holds(found, planned)
    })
    expect(wrong).toEqual([])
    expect(present.forced).toBe(true)
  })

  test('each filter, sort and scope has its index', async () => {
    const indexes = (await table())?.indexes ?? []
    expect(plan.indexes.filter(planned => !indexes.some(index => serves(index, planned)))).toEqual([])
  })

  test('what it points at is served', () => {
    const inputs = Object.values(resource.commands).flatMap(rule => Object.values(rule.input ?? {}))
    const targets = [...Object.values(resource.fields), ...inputs].flatMap(of =>
      of.of && (of.kind === 'ref' || of.kind === 'refs') ? [of.of] : [],
    )
    expect(targets.filter(name => !world.server.index.byName(name))).toEqual([])
  })
}
