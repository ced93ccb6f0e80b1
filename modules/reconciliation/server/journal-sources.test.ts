import { post } from '@wattyard/ledger/testing'
import { aWallet, aDeposit } from '@wattyard/ledger/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atMinute } from '../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../testing/reconciliation-server.ts'

let w: ReconciliationWorldOfTest
beforeAll(async () => {
  w = await reconciliationWorld()
})
afterAll(() => w.server.close())

test('journals name what caused them and who posted them in words, in lists and in files', async () => {
  const paid = await w.pay(5_000n, atMinute('2026-11-20', 600))
  const wallet = await w.server.db.tenant(w.tenantId, tx => aWallet(tx, w.tenantId))
  const gone = { ...aDeposit(wallet, 100n), actor: 'charging' }
  await post(w.server.db, w.tenantId, [gone])
  const { data } = await w.server.call('/api/ledger/journal/list', {}, { as: w.as, method: 'GET' })
  const nameOf = (id: string) =>
    data.list.find((one: { sourceId: string }) => one.sourceId === id)?.sourceName as unknown
  expect(nameOf(paid.id)).toBe(paid.orderNo)
  // A record that is not there, or of a kind that nobody knows, has no name.
  expect(nameOf(gone.source.id)).toBe('')
  const file = await w.server.call(
    '/api/ledger/journal/export',
    { format: 'csv', columns: 'kind,sourceType,sourceId,actor' },
    { as: w.as, method: 'GET', language: 'zh' },
  )
  expect(file.text).toContain(`充值,充值单,${paid.orderNo},test`)
  expect(file.text).toContain(',系统')
  expect(file.text).not.toContain(paid.id)
  expect(file.text).not.toContain(gone.source.id)
})
