import { aDueDeletion, aTenant } from '@wattyard/identity/testing'
import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testGateway, type TestGateway } from '../testing/index.ts'

let db: Database
let gateway: TestGateway
let homeId: string
beforeAll(async () => {
  db = await testDatabase()
  homeId = (await aTenant(db, { isHome: true })).tenantId
  const { tenantId } = await aTenant(db)
  gateway = await testGateway({ db, tenantId })
})
afterAll(async () => {
  await gateway.stop()
  await db.close()
})

/** As the job does when the time has come. */
async function beginDeletion(subjectId: string): Promise<void> {
  const id = await aDueDeletion(db, { homeId, subjectId, dueAt: Date.now() })
  await db.platform(async tx => {
    await tx.execute(
      "update identity_tenant_deletion set state = 'deleting', began_at = now(), salt = 'x'::bytea where id = $1",
      [id],
    )
    await tx.execute("update identity_tenant set status = 'deleting' where tenant_id = $1", [subjectId])
  })
}

test('piles of a tenant that is deleted are cut off and refused at once; those of others stay', async () => {
  const other = await aTenant(db)
  const [gone, stays] = [await gateway.addPile(), await gateway.addPile({ tenantId: other.tenantId })]
  const first = await gateway.connect(gone)
  await gateway.connect(stays)
  expect(gateway.gateway.isConnected(gone.pileId)).toBe(true)
  await beginDeletion(gone.tenantId)
  gateway.gateway.dismissTenant(gone.tenantId)
  expect((await first.closed).code).toBe(1008)
  await expect.poll(() => gateway.gateway.isConnected(gone.pileId)).toBe(false)
  // What was remembered of its credential a moment ago counts for nothing.
  await expect(gateway.connect(gone)).rejects.toThrow(/401|404|403/)
  expect(gateway.gateway.isConnected(stays.pileId)).toBe(true)
})
