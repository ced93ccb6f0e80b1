import { type Database, type Tx, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRole, aTenant } from '../../testing/index.ts'
import { grantedByStamp } from './granted.ts'

let db: Database
let tenantId: string

beforeAll(async () => {
  db = await testDatabase()
  ;({ tenantId } = await aTenant(db, { code: 'home', isHome: true }))
})
afterAll(async () => db.close())

/** The stamps a request would bring for these roles. */
async function stampsOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query(
    { stamp: col.text },
    `select id || ' ' || xmin as stamp from identity_role where tenant_id = $1 and id = any($2::uuid[]) order by id`,
    [tenantId, ids],
  )
  return rows.map(row => row.stamp)
}

const setPermissions = async (tx: Tx, id: string, permissions: readonly string[]) =>
  tx.query('update identity_role set permissions = $3 where tenant_id = $1 and id = $2', [tenantId, id, permissions])

describe('what roles grant, by the state of their rows', () => {
  test('whatever is written by whomever, the next look has it', async () => {
    const [a, b] = [await aRole(db, tenantId, { permissions: [] }), await aRole(db, tenantId, { permissions: [] })]
    const granted = grantedByStamp()
    const change = fc.record({
      role: fc.constantFrom(a, b),
      permissions: fc.subarray(['x.one:read', 'x.two:read', 'x.three:read']),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.subarray([a, b]), async (changes, held) => {
        for (const { role, permissions } of changes) {
          // Past every door and without a version: an update by hand counts too.
          await db.platform(async tx => setPermissions(tx, role, permissions))
          await db.platform(async tx => {
            const known = await granted(tx, tenantId, await stampsOf(tx, held))
            const rows = await tx.query(
              { permissions: col.texts },
              'select permissions from identity_role where tenant_id = $1 and id = any($2::uuid[])',
              [tenantId, held],
            )
            expect([...known.permissions].toSorted()).toEqual([
              ...new Set(rows.flatMap(row => row.permissions).toSorted()),
            ])
          })
        }
      }),
      { numRuns: 25 },
    )
  })

  test('roles that have not changed are read once, and not again by whoever holds them too', async () => {
    const id = await aRole(db, tenantId, { permissions: ['x.one:read'] })
    const granted = grantedByStamp()
    await db.platform(async tx => {
      const stamps = await stampsOf(tx, [id])
      const first = await granted(tx, tenantId, stamps)
      expect([...first.permissions]).toEqual(['x.one:read'])
      expect(granted({} as Tx, tenantId, [...stamps])).toBe(first) // no query is left to ask
    })
  })

  test('a change between the two statements is kept under what was read, not under what was asked', async () => {
    const id = await aRole(db, tenantId, { permissions: ['x.one:read'] })
    const granted = grantedByStamp()
    const before = await db.platform(async tx => stampsOf(tx, [id]))
    await db.platform(async tx => setPermissions(tx, id, ['x.two:read']))
    await db.platform(async tx => {
      const late = await granted(tx, tenantId, before)
      expect([...late.permissions]).toEqual(['x.two:read'])
      expect(await granted({} as Tx, tenantId, await stampsOf(tx, [id]))).toBe(late)
    })
  })

  test('a role of another tenant grants nothing, whoever names it', async () => {
    const other = await aTenant(db, { code: 'other' })
    const id = await aRole(db, other.tenantId, { permissions: ['x.one:read'] })
    const { permissions } = await db.platform(async tx => grantedByStamp()(tx, tenantId, [`${id} 1`]))
    expect([...permissions]).toEqual([])
  })
})
