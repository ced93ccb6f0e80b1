import { connect } from 'node:net'
import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, refusalOf, testGateway, type TestGateway, type TestPile } from '../testing/index.ts'
import { ADDRESS_BURST, FREE_FAILURES } from './connection/back-off.ts'

let db: Database
let bed: TestGateway

beforeAll(async () => {
  db = await testDatabase()
  bed = await testGateway({ db })
})

afterAll(async () => {
  await bed.stop()
  await db.close()
})

const basic = (identity: string, key: string | Buffer) =>
  `Basic ${Buffer.concat([Buffer.from(`${identity}:`), Buffer.from(key)]).toString('base64')}`

async function eventsOf(pile: TestPile): Promise<string[]> {
  await bed.gateway.settled()
  const rows = await db.platform(tx =>
    tx.query({ kind: col.text }, 'select kind from gateway_event where pile_id = $1 order by id', [pile.pileId]),
  )
  return rows.map(row => row.kind)
}

const attempt = (
  pile: TestPile,
  authorization: string | undefined = pile.authorization,
  options = {},
  protocol: string | undefined = 'ocpp1.6',
) => refusalOf(connectPile(bed.url(pile.identity), protocol, authorization, options))

test('the right key opens the door, as 40 hex digits or as 20 raw bytes', async () => {
  const pile = await bed.addPile()
  expect(await attempt(pile)).toBe(101)
  expect(await attempt(pile, basic(pile.identity, Buffer.from(pile.key, 'hex')))).toBe(101)
})

test('an identity with every mark of OCPP 2.0.1 connects, percent-encoded or as it is, and after one stroke too many', async () => {
  const identity = 'CN*WY*E1_a-b=c:d+e|f@g.h'
  const pile = await bed.addPile({ identity })
  const base = bed.url('')
  for (const path of [identity, encodeURIComponent(identity), `/${identity}`])
    expect([path, await refusalOf(connectPile(`${base}${path}`, 'ocpp2.0.1', pile.authorization))]).toEqual([path, 101])
})

test('no key, a wrong key, another pile’s key, another user name: 401 and an event', async () => {
  const pile = await bed.addPile()
  const other = await bed.addPile()
  const refused = [
    await refusalOf(connectPile(bed.url(pile.identity), 'ocpp1.6')),
    await attempt(pile, basic(pile.identity, 'f'.repeat(40))),
    await attempt(pile, basic(pile.identity, other.key)),
    await attempt(pile, basic(other.identity, other.key)),
  ]
  expect(refused).toEqual([401, 401, 401, 401])
  expect(new Set(await eventsOf(pile))).toEqual(new Set(['key-missing', 'wrong-key']))
})

test('after five failures whoever guesses has to wait; the right key comes in at once, from there as well', async () => {
  const pile = await bed.addPile()
  const wrong = basic(pile.identity, '0'.repeat(40))
  const from = { localAddress: '127.0.7.1' }
  for (let i = 0; i < FREE_FAILURES; i++) expect(await attempt(pile, wrong, from)).toBe(401)
  expect(await attempt(pile, wrong, from)).toBe(429)
  expect(await attempt(pile, pile.authorization, from)).toBe(101)
  expect(await attempt(pile)).toBe(101)
})

test('a stranger’s guesses shut out no neighbour at the same address, cached or not', async () => {
  const pile = await bed.addPile()
  bed.gateway.credentialChanged(pile.identity)
  const from = { localAddress: '127.0.7.9' }
  const guess = (name: string) => refusalOf(connectPile(bed.url(name), 'ocpp1.6', basic(name, '0'.repeat(40)), from))
  // Three bursts, one after the other: guesses that arrive at one moment may all be looked at before the first is counted.
  const answers: number[] = []
  for (let burst = 0; burst < 3; burst++)
    answers.push(
      ...(await Promise.all(Array.from({ length: ADDRESS_BURST * 2 }, (_, i) => guess(`GUESS-${burst}-${i}`)))),
    )
  expect(new Set(answers)).toEqual(new Set([401, 429]))
  expect(await guess('GUESS-more')).toBe(429)
  expect(await attempt(pile, pile.authorization, from)).toBe(101)
})

test('paths that are no station are 404, identities nobody knows 401', async () => {
  const at = (path: string) =>
    refusalOf(connectPile(`ws://127.0.0.1:${bed.port}${path}`, 'ocpp1.6', basic('x', '0'.repeat(40))))
  expect(await at('/ocpp/')).toBe(404)
  expect(await at('/ocpp/a/b')).toBe(404)
  expect(await at(`/ocpp/${'x'.repeat(49)}`)).toBe(404)
  expect(await at('/ocpp/%00')).toBe(404)
  expect(await at('/ocpp/%E0%A4%A')).toBe(404)
  expect(await at('/ocpp/nobody')).toBe(401)
})

test('a pile set to TLS is refused without it, and the other way round', async () => {
  const tls = await bed.addPile({ profile: 'tls' })
  expect(await attempt(tls)).toBe(403)
  const behindProxy = await testGateway({ db, settings: { trustedProxies: ['127.0.0.0/8'], stream: 'proxied' } })
  const forwarded = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' } }
  const plain = await behindProxy.addPile()
  const through = (pile: TestPile, options: object) =>
    refusalOf(connectPile(behindProxy.url(pile.identity), 'ocpp1.6', pile.authorization, options))
  expect(await through(tls, forwarded)).toBe(101)
  expect(await through(plain, forwarded)).toBe(403)
  // Without TLS at the proxy the pile's own address counts, and it is no trusted network.
  expect(await through(plain, { headers: { 'x-forwarded-for': '203.0.113.7' } })).toBe(403)
  await behindProxy.stop()
  expect(await eventsOf(tls)).toContain('profile-mismatch')
})

test('with TLS ending in the server: profile 2 comes in, profile 1 does not', async () => {
  const secure = await testGateway({ db, tls: true, settings: { stream: 'secure' } })
  const tls = await secure.addPile({ profile: 'tls' })
  const plain = await secure.addPile({ profile: 'plain' })
  const client = await secure.connect(tls, 'ocpp2.0.1')
  expect((await client.call('Heartbeat', {}))[0]).toBe(3)
  expect(await refusalOf(secure.connect(plain))).toBe(403)
  await secure.stop()
})

test('headers of a proxy are not believed from anybody else', async () => {
  const tls = await bed.addPile({ profile: 'tls' })
  expect(await attempt(tls, tls.authorization, { headers: { 'x-forwarded-proto': 'https' } })).toBe(403)
})

test('a pile bound to a network does not come in from another', async () => {
  const bound = await bed.addPile({ networks: ['127.0.9.0/24'] })
  expect(await attempt(bound)).toBe(403)
  expect(await attempt(bound, bound.authorization, { localAddress: '127.0.9.4' })).toBe(101)
  expect(await eventsOf(bound)).toContain('network-refused')
})

test('without TLS only trusted networks', async () => {
  const strict = await testGateway({ db, settings: { plainNetworks: ['10.0.0.0/8'], stream: 'strict' } })
  const pile = await strict.addPile()
  expect(await refusalOf(strict.connect(pile))).toBe(403)
  await strict.stop()
})

test('a switched-off credential and a retired pile open nothing', async () => {
  const off = await bed.addPile({ enabled: false })
  expect(await attempt(off)).toBe(403)
  const retired = await bed.addPile()
  await db.platform(tx => tx.execute("update assets_pile set status = 'retired' where id = $1", [retired.pileId]))
  expect(await attempt(retired)).toBe(401)
})

test('no subprotocol is refused; one that nobody speaks is answered and closed', async () => {
  const pile = await bed.addPile()
  expect(await refusalOf(connectPile(bed.url(pile.identity), undefined, pile.authorization))).toBe(400)
  await expect(connectPile(bed.url(pile.identity), 'ocpp1.2', pile.authorization)).rejects.toThrow('subprotocol')
  expect(await eventsOf(pile)).toContain('protocol-refused')
  const only201 = await bed.addPile({ protocols: ['ocpp201'] })
  await expect(bed.connect(only201, 'ocpp1.6')).rejects.toThrow('subprotocol')
  const client = await bed.connect(only201, 'ocpp2.0.1')
  expect(client.socket.protocol).toBe('ocpp2.0.1')
})

test('unknown stations are listed once, with their attempts, for the tenant that wants them', async () => {
  const tenantId = '0190a0a0-0000-7000-8000-000000000001'
  const open = await testGateway({ db, settings: { unknownStationsTenant: tenantId, stream: 'open' } })
  for (let i = 0; i < 3; i++)
    await refusalOf(connectPile(open.url('NEW-STATION'), 'ocpp1.6', basic('NEW-STATION', '0'.repeat(40))))
  await open.stop()
  expect(open.warnings).toEqual([])
  const rows = await db.platform(tx =>
    tx.query('select identity, ip, attempts, protocols, state from gateway_pending_pile where tenant_id = $1', [
      tenantId,
    ]),
  )
  expect(rows).toEqual([
    { identity: 'NEW-STATION', ip: '127.0.0.1', attempts: 3, protocols: ['ocpp1.6'], state: 'waiting' },
  ])
})

test('an upgrade that is not a WebSocket handshake does no harm', async () => {
  const socket = connect(bed.port, '127.0.0.1')
  const pile = await bed.addPile()
  const answer = new Promise<string>(done => {
    let text = ''
    socket.on('data', data => (text += data.toString()))
    socket.on('close', () => done(text))
  })
  socket.write(
    `GET /ocpp/${pile.identity} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: ocpp1.6\r\nAuthorization: ${pile.authorization}\r\n\r\n`,
  )
  expect(await answer).toContain('400 Bad Request')
  expect((await (await bed.connect(pile)).call('Heartbeat', {}))[0]).toBe(3)
})

test('a storm of piles comes in at once, with few database look-ups', async () => {
  const piles = await Promise.all(Array.from({ length: 60 }, () => bed.addPile()))
  const clients = await Promise.all(piles.map(pile => bed.connect(pile)))
  const boots = await Promise.all(
    clients.map(client => client.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })),
  )
  expect(boots.every(frame => frame[0] === 3)).toBe(true)
  await Promise.all(clients.map(client => client.close()))
})
