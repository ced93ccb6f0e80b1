import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedGateway, type ServedGateway } from '../testing/index.ts'

let served: ServedGateway
beforeAll(async () => {
  served = await servedGateway()
})
afterAll(() => served.close())

test('the sheet of a credential is called by its pile, not by an id, and tells no key', async () => {
  const { bed, server, as } = served
  const pile = await bed.addPile()
  const { data } = await server.call('/api/device/credential/list', { filter: { pile: pile.pileId } }, { as })
  const [{ id }] = data.list
  const { bytes } = await server.call('/api/device/credential/paper', { id }, { as, method: 'GET' })
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
  expect(text).toContain(`接入凭证 ${data.labels['assets.pile'][pile.pileId]}`)
  expect(text).not.toContain(pile.pileId)
  const [row] = await server.db.tenant(as.tenantId, tx =>
    tx.query('select key_hash from gateway_credential where tenant_id = $1 and id = $2', [as.tenantId, id]),
  )
  expect(row).toMatchObject({ key_hash: expect.any(String) })
  for (const secret of [pile.key, Object(row).key_hash.slice(-20)]) expect(text).not.toContain(secret)
})
