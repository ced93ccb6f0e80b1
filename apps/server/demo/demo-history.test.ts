import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pilesOfTenant } from '@wattyard/assets/server'
import { billsIn, daySigner, sealDays, traceOrder, verifyBooks } from '@wattyard/finance/server'
import { addCredential } from '@wattyard/gateway/server'
import { createApp, type Database, mount, permissionList, col } from '@wattyard/server-kit'
import { allWords, testDatabase } from '@wattyard/testing'
import { addDays, businessDayOf, settableClock } from '@wattyard/time'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose, type World } from '../compose.ts'
import { fleetOf, inTheirStates, prepareDemo, prepareHistory } from './demo.ts'
import { leaveWork } from './demo-waiting.ts'
import { freshSecrets } from '../secrets.ts'

const ZONE = 'Asia/Shanghai'
/** The actual time, because verifications and closings of the demo have actual instants. */
const NOW = Date.now()
const TODAY = businessDayOf(NOW, ZONE)
const DAYS = 2
const CHEAP_HASH = { memory_kib: 1_024, passes: 1, lanes: 1 }
const secrets = freshSecrets()

interface Place {
  db: Database
  tenantId: string
  /** Starts the demo part of the product; on another view of the database if one is given. */
  start(db?: Database, historyDays?: number): Promise<void>
}

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
})

async function newPlace(): Promise<Place> {
  const base = await testDatabase()
  undo.push(() => base.close())
  const dataFolder = mkdtempSync(join(tmpdir(), 'wattyard-demo-'))
  undo.push(() => rmSync(dataFolder, { recursive: true, force: true }))
  const place: Place = {
    db: base,
    tenantId: '',
    async start(db = base, historyDays = DAYS) {
      const log = pino({ level: 'silent' })
      const world: World = {
        db,
        profile: 'demo',
        version: '0',
        secrets,
        log,
        publicUrl: 'http://127.0.0.1',
        hashCost: CHEAP_HASH,
      }
      const composition = compose({ ...world, clock: settableClock(NOW) })
      const { identity, modules } = composition
      const { tenantId } = await db.platform(tx =>
        identity.prepareInstallation(tx, { dataFolder, adminPassword: 'Demo-2026-passphrase' }),
      )
      place.tenantId = tenantId
      const app = createApp({ db, words: allWords(), log, authenticator: identity.authenticator })
      const permissions = permissionList(mount(app, modules), app.routes())
      identity.registerPermissions(permissions)
      const given = {
        tenantId,
        dataFolder,
        permissions,
        publicUrl: world.publicUrl,
        fleetSecret: secrets.fleet,
        historyDays,
      }
      try {
        await prepareDemo(db, composition, given)
        if (await prepareHistory(world, app, given)) await leaveWork({ app, db, tenantId, dataFolder })
      } finally {
        await app.fastify.close()
      }
    },
  }
  return place
}

const ORDER_ROW = {
  id: col.uuid,
  state: col.text,
  total: col.bigint,
  booked: col.day.orNull,
}

const ordersOf = ({ db, tenantId }: Place) =>
  db.tenant(tenantId, tx =>
    tx.query(
      ORDER_ROW,
      'select id, state, total_fen as total, booked_on as booked from charging_order order by started_at, total_fen',
    ),
  )

const billsOf = ({ db, tenantId }: Place) =>
  db.tenant(tenantId, tx =>
    billsIn(tx, { tenantId, from: addDays(TODAY, -30), to: TODAY, stations: null, operators: null }, ZONE),
  )

/**
 * Returns messages and their results without the random ids. Whether money was reserved first depends on whether start and stop
 * were processed together.
 */
async function storyOf(place: Place) {
  const orders = await ordersOf(place)
  const [said] = await place.db.tenant(place.tenantId, tx =>
    tx.query(
      { frames: col.bigint, settled: col.bigint, journals: col.bigint },
      `select (select count(*) from gateway_frame) as frames, (select count(*) from charging_order where state = 'settled') as settled,
         (select count(*) from ledger_journal where kind <> 'hold') as journals`,
    ),
  )
  return { said, orders: orders.map(({ state, total, booked }) => ({ state, total, booked })) }
}

/** Simulates the end of the process after a number of transactions: no further one begins. */
function dyingAfter(db: Database, transactions: number): { db: Database; dead: Promise<'dead'> } {
  let left = transactions
  let die: (value: 'dead') => void = () => {}
  const dead = new Promise<'dead'>(done => {
    die = done
  })
  const alive = (): Promise<void> => {
    if (left-- > 0) return Promise.resolve()
    die('dead')
    return new Promise(() => {})
  }
  // For every caller and connection, because the whole process ends.
  const dying = (of: Database): Database => ({
    ...of,
    as: asker => dying(of.as(asker)),
    tenant: async (...given) => alive().then(() => of.tenant(...given)),
    platform: async (...given) => alive().then(() => of.platform(...given)),
    request: async (...given) => alive().then(() => of.request(...given)),
  })
  return { db: dying(db), dead }
}

let whole: Place
beforeAll(async () => {
  whole = await newPlace()
  await whole.start()
})

test('the first start creates business days whose bills equal their orders, to the fen', async () => {
  const orders = await ordersOf(whole)
  const settled = orders.filter(order => order.state === 'settled')
  expect(settled.length).toBeGreaterThan(DAYS * 6 * 4)
  expect(orders.some(order => order.state === 'abnormal')).toBe(true)
  const bills = await billsOf(whole)
  for (let ago = 1; ago <= DAYS; ago++) {
    const day = addDays(TODAY, -ago)
    const own = settled.filter(order => order.booked === day)
    const billed = bills.filter(bill => bill.day === day)
    expect(billed).toHaveLength(6)
    expect(billed.reduce((sum, bill) => sum + bill.orders, 0)).toBe(own.length)
    expect(billed.reduce((sum, bill) => sum + bill.total_fen, 0n)).toBe(own.reduce((sum, { total }) => sum + total, 0n))
  }
})

test('all days but yesterday are closed, and ledger, closed days and old orders pass their proofs', async () => {
  const { db, tenantId } = whole
  const signer = daySigner(secrets.daySigning)
  // The closing seals after its commit; wait for a holder of the day.
  const sealing = { signer, clock: { now: () => Date.now() }, live: null, outside: null, consumer: 'charging' }
  await expect
    .poll(
      async () => {
        await sealDays(db, sealing, tenantId)
        return db.tenant(tenantId, tx => tx.query("select day from finance_day_close where state = 'sealing'"))
      },
      { timeout: 20_000 },
    )
    .toEqual([])
  const report = await verifyBooks(db, tenantId, { signer, now: Date.now() })
  expect(report).toMatchObject({ ok: true })
  expect(report.days.counted.sealed).toBeGreaterThanOrEqual(DAYS - 1)
  const states = new Map((await billsOf(whole)).map(bill => [bill.day, bill.state]))
  expect([states.get(addDays(TODAY, -2)), states.get(addDays(TODAY, -1))]).toEqual(['closed', 'open'])
  const old = (await ordersOf(whole)).filter(order => order.state === 'settled').slice(0, 12)
  for (const { id } of old) {
    const trace = await db.tenant(tenantId, tx => traceOrder(tx, tenantId, id, Date.now()))
    expect(trace.proof.filter(check => check.result === 'wrong')).toEqual([])
    expect(trace.frames.length).toBeGreaterThanOrEqual(2)
    for (const frame of trace.frames) expect(NOW - frame.receivedAt).toBeGreaterThan(DAYS * 12 * 3_600_000)
  }
})

test('an order whose readings were processed together with its end has its power and its car', async () => {
  const [row] = await whole.db.tenant(whole.tenantId, tx =>
    tx.query(
      { power: col.bigint, car: col.bigint, orders: col.bigint },
      `select count(o.max_power_w) as power, count(o.soc_start_ppm) as car, count(*) as orders from charging_order o
       where state = 'settled' and exists (select 1 from charging_fact f where f.session_id = o.id and f.kind = 'meter-read')`,
    ),
  )
  expect(row?.orders).toBeGreaterThan(0n)
  expect(row).toMatchObject({ power: row?.orders, car: row?.orders })
})

test('work waits for the first visitor: two requests for a second person, and a notice to confirm', async () => {
  const { db, tenantId } = whole
  const [waiting] = await db.tenant(tenantId, tx =>
    tx.query(
      { asked: col.bigint, notices: col.bigint, read: col.bigint },
      `select (select count(*) from platform_approval where state = 'waiting') as asked,
         (select count(*) from notifications_notice where state = 'published' and must_confirm and cardinality(office_ids) = 1) as notices,
         (select count(*) from notifications_notice_read) as read`,
    ),
  )
  expect(waiting).toEqual({ asked: 2n, notices: 1n, read: 0n })
  // Who closed the days, asked and wrote did so as the demo's people: none of them has signed in.
  const people = await db.tenant(tenantId, tx =>
    tx.query(
      { at: col.instant.orNull, sessions: col.bigint },
      `select last_sign_in_at as at, (select count(*) from identity_session s where s.tenant_id = u.tenant_id and s.user_id = u.id) as sessions
       from identity_user u where tenant_id = $1`,
      [tenantId],
    ),
  )
  expect(people.filter(one => one.sessions > 0n).length).toBeGreaterThan(1)
  expect(people.filter(one => one.at !== null)).toEqual([])
})

test('one pile is out of order, one reserved, one switched off, and all say which model they are', async () => {
  const { db, tenantId } = whole
  const fleet = await db.tenant(tenantId, tx => fleetOf(tx, { tenantId, secret: secrets.fleet, driven: 40 }))
  const piles = inTheirStates(fleet)
  expect(piles).toHaveLength(fleet.length - 1)
  expect(piles.flatMap(({ begins }) => begins ?? []).toSorted()).toEqual(['fault', 'reserved'])
  expect(fleet.filter(({ vendor, model }) => !vendor || !model)).toEqual([])
})

test('a second start adds nothing', async () => {
  const before = await storyOf(whole)
  await whole.start()
  expect(await storyOf(whole)).toEqual(before)
})

test.each([30, 100])('a start that stops after %i transactions is gone on with by the next', async transactions => {
  const place = await newPlace()
  const { db, dead } = dyingAfter(place.db, transactions)
  expect(await Promise.race([place.start(db).then(() => 'ready'), dead])).toBe('dead')
  await place.start()
  expect(await storyOf(place)).toEqual(await storyOf(whole))
  const signer = daySigner(secrets.daySigning)
  expect(await verifyBooks(place.db, place.tenantId, { signer, now: Date.now() })).toMatchObject({ ok: true })
})

test('without the switch the demo begins empty and stays empty', async () => {
  const place = await newPlace()
  await place.start(place.db, 0)
  await place.start()
  expect(await ordersOf(place)).toEqual([])
})

test('the fleet has every pile with its key: all connect, drivers come to the first of them', async () => {
  const place = await newPlace()
  await place.start(place.db, 0)
  const { db, tenantId } = place
  const fleet = (driven: number) => db.platform(tx => fleetOf(tx, { tenantId, secret: secrets.fleet, driven }))
  const all = await fleet(8)
  expect(all).toHaveLength(40)
  expect(all.map(({ idle }) => idle)).toEqual(all.map((_, index) => index >= 8))
  expect((await fleet(40)).some(({ idle }) => idle)).toBe(false)
  // A user connects a pile of their own under this identity.
  await db.platform(async tx => {
    const [pile] = await pilesOfTenant(tx, tenantId, 1)
    if (pile) await addCredential(tx, { tenantId, pileId: pile.id, profile: 'plain' })
  })
  expect((await fleet(8)).map(({ identity }) => identity)).toEqual(all.slice(1).map(({ identity }) => identity))
})
