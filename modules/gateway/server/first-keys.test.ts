import { pile as pileResource } from '@wattyard/assets/contract'
import { col, nameOfRecord, type ResourceIndex } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credential } from '../contract/credential.ts'
import { A_PASSWORD } from '../testing/a-password.ts'
import { refusalOf, servedGateway, type ServedGateway, type TestPile } from '../testing/index.ts'

// A pile of the console: its first key, and what is heard of it.

let served: ServedGateway
beforeAll(async () => {
  served = await servedGateway()
})
afterAll(() => served.close())

/** A pile as the console makes it: nobody has given it a key. */
async function aKeylessPile(): Promise<TestPile> {
  const pile = await served.bed.addPile()
  await served.server.db.platform(tx => tx.execute('delete from gateway_credential where pile_id = $1', [pile.pileId]))
  return pile
}
const make = (piles: readonly string[], over: object = {}, as = served.as) =>
  served.server.call(
    '/api/device/credential/firstKeys',
    { piles, profile: 'plain', password: A_PASSWORD, ...over },
    { as },
  )
const withKey = (pile: TestPile, key: string): TestPile => ({
  ...pile,
  key,
  authorization: `Basic ${Buffer.from(`${pile.identity}:${key}`).toString('base64')}`,
})
async function heard(pile: TestPile, since?: number) {
  await served.bed.gateway.settled()
  const { data } = await served.server.call(
    '/api/device/credential/heard',
    { piles: [pile.pileId], ...(since === undefined ? {} : { since }) },
    { as: served.as, method: 'GET' },
  )
  return data
}

test('several piles are listened for in one read, as its address has them', async () => {
  const [one, other] = [await aKeylessPile(), await aKeylessPile()]
  const piles = `${one.pileId},${other.pileId}`
  const { data } = await served.server.call('/api/device/credential/heard', { piles }, { as: served.as, method: 'GET' })
  expect(data.list.map(({ pile }: { pile: string }) => pile)).toEqual([one.pileId, other.pileId])
})

test('a pile without a key gets its first one once, connects with it and is heard', async () => {
  const pile = await aKeylessPile()
  const { data } = await make([pile.pileId])
  expect(data.list).toMatchObject([{ pile: pile.pileId, identity: pile.identity, protocol: 'ocpp16' }])
  const [{ key }] = data.list
  expect(key).toMatch(/^[0-9a-f]{40}$/)
  expect((await heard(pile, data.at)).list).toEqual([{ pile: pile.pileId, online: false, heard: null, refused: null }])
  const client = await served.bed.connect(withKey(pile, key))
  await client.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' })
  expect((await heard(pile, data.at)).list).toMatchObject([
    { online: true, heard: { action: 'BootNotification', protocol: 'ocpp1.6' }, refused: null },
  ])
  // Whoever begins to wait now has not heard of it.
  expect((await heard(pile)).list).toMatchObject([{ online: true, heard: null }])
  expect(await make([pile.pileId])).toMatchObject({ status: 409, code: 'gateway.hasKey' })
  await client.call('Heartbeat', {})
  await client.close()
})

test('a key is in no row of the database, and making it is in the log', async () => {
  const pile = await aKeylessPile()
  const { data } = await make([pile.pileId])
  const { key } = data.list[0]
  const tables = await served.server.db.platform(tx =>
    tx.query({ name: col.text }, "select tablename::text as name from pg_tables where schemaname = 'public'"),
  )
  const holding: string[] = []
  let read = 0
  for (const { name } of tables) {
    const rows = await served.server.db
      .platform(tx => tx.query({ row: col.text }, `select to_jsonb(t)::text as row from ${name} t`))
      .catch(() => null) // of another role
    if (rows !== null) read++
    if (rows?.some(({ row }) => row.includes(key))) holding.push(name)
  }
  expect(read).toBeGreaterThan(50)
  expect(holding).toEqual([])
  const log = await served.server.db.platform(tx =>
    tx.query(
      { action: col.text },
      `select a.action from kernel_audit a join gateway_credential c on c.id::text = a.record_id where c.pile_id = $1`,
      [pile.pileId],
    ),
  )
  expect(log).toEqual([{ action: 'makeKey' }])
})

test('a key is called as its pile, in the log too', async () => {
  const pile = await served.bed.addPile()
  const known = new Map([credential, pileResource].map(resource => [resource.name as string, { resource }]))
  const index = { byName: (name: string) => known.get(name) } as unknown as ResourceIndex // all that naming asks for
  const name = await served.server.db.tenant(pile.tenantId, async tx => {
    const [row] = await tx.query({ id: col.uuid }, 'select id from gateway_credential where pile_id = $1', [
      pile.pileId,
    ])
    return nameOfRecord(tx, index, 'gateway.credential', row?.id ?? '', 'zh')
  })
  const [row] = await served.server.db.platform(tx =>
    tx.query({ name: col.text }, `select ${pileResource.label} as name from assets_pile where id = $1`, [pile.pileId]),
  )
  expect(name).toBe(row?.name)
})

test('it takes the password, the permission and the pile in reach', async () => {
  const pile = await aKeylessPile()
  expect((await make([pile.pileId], { password: 'another' })).success).toBe(false)
  const clerk = { ...served.as, roles: [], permissions: new Set(['gateway.credential:read']) }
  expect(await make([pile.pileId], {}, clerk)).toMatchObject({ status: 403 })
  const elsewhere = { ...served.as, scope: { operators: [served.as.userId], stations: null, investors: null } }
  expect(await make([pile.pileId], {}, elsewhere)).toMatchObject({ status: 404 })
  const without = async (as = served.as): Promise<string[]> =>
    (await served.server.call('/api/device/credential/without', {}, { as, method: 'GET' })).data.list.map(
      (one: { pile: string }) => one.pile,
    )
  expect(await without()).toContain(pile.pileId)
  expect(await without(elsewhere)).toEqual([])
  expect((await make([pile.pileId])).success).toBe(true)
  expect(await without()).not.toContain(pile.pileId)
})

test('who is turned away is told why: a wrong key, a protocol that is not spoken', async () => {
  const pile = await aKeylessPile()
  const { data } = await make([pile.pileId])
  const { key } = data.list[0]
  expect(await refusalOf(served.bed.connect(withKey(pile, 'ab'.repeat(20))))).toBe(401)
  expect((await heard(pile, data.at)).list).toMatchObject([
    { online: false, heard: null, refused: { kind: 'wrong-key' } },
  ])
  await served.bed.connect(withKey(pile, key), 'ocpp1.5' as 'ocpp1.6').catch(() => {}) // one that nobody speaks
  expect((await heard(pile, data.at)).list).toMatchObject([{ heard: null, refused: { kind: 'protocol-refused' } }])
  // With another key the same refusal is news again, although it repeats within the minute.
  const { data: list } = await served.server.call(
    '/api/device/credential/list',
    { filter: { pile: pile.pileId } },
    { as: served.as },
  )
  await served.server.call(
    '/api/device/credential/rotate',
    { id: list.list[0].id, password: A_PASSWORD },
    { as: served.as },
  )
  const { since } = await heard(pile)
  expect(await refusalOf(served.bed.connect(withKey(pile, key)))).toBe(401)
  expect((await heard(pile, since)).list).toMatchObject([{ refused: { kind: 'wrong-key' } }])
})
