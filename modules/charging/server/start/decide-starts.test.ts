import { aTenant, setTenantStatus } from '@wattyard/identity/testing'
import { connectPile, testGateway, type TestGateway } from '@wattyard/gateway/testing'
import { insertTags, topUpWallet } from '@wattyard/members/server'
import { fen } from '@wattyard/money'
import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { businessDayOf, systemClock } from '@wattyard/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStartDecider } from './decide-starts.ts'
import { StartBook } from './start-book.ts'

let db: Database
let bed: TestGateway
let tenantId: string

beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db)).tenantId
  // Facts go nowhere: as if the consumer were far behind, no order is ever written.
  bed = await testGateway({
    db,
    tenantId,
    decider: createStartDecider(systemClock, new StartBook()),
    consumer: { async handle() {} },
  })
})

afterAll(async () => {
  await bed.stop()
  await db.close()
})

async function aDriver(principal = fen(10_000n)): Promise<string> {
  const memberId = newId()
  const tag = `T${memberId.slice(-12)}`.toUpperCase()
  await db.platform(async tx => {
    await tx.execute('insert into members_member (tenant_id, id, code, name) values ($1, $2, $3, $3)', [
      tenantId,
      memberId,
      tag,
    ])
    await insertTags(tx, [{ tenantId, memberId, tag, kind: 'rfid', expiresAt: null }])
    if (principal === 0n) return
    const now = Date.now()
    await topUpWallet(tx, {
      tenantId,
      memberId,
      idemKey: `test:${memberId}`,
      source: { type: 'members.member', id: memberId },
      effectiveAt: now,
      bookedOn: businessDayOf(now, 'Asia/Shanghai'),
      actor: 'test',
      principal,
      gift: fen(0n),
      arrival: { code: 'bank' },
    })
  })
  return tag
}

const startOf = (idTag: string, meterStart: number) => ({
  connectorId: 1,
  idTag,
  meterStart,
  timestamp: new Date().toISOString(),
})

it('a wallet with a fen in it starts a charge, an empty one does not', async () => {
  const client = await bed.connect(await bed.addPile())
  const statusOf = async (tag: string) => {
    const [, , payload] = await client.call('StartTransaction', startOf(tag, 1_000))
    return (payload as { idTagInfo: { status: string } }).idTagInfo.status // the payload of an answer
  }
  expect(await statusOf(await aDriver(fen(0n)))).toBe('Blocked')
  expect(await statusOf(await aDriver(fen(1n)))).toBe('Accepted')
})

it('a driver charges once at a time, and again as soon as the stop is stored', async () => {
  const idTag = await aDriver()
  const [one, other] = await Promise.all([bed.addPile(), bed.addPile()])
  const [here, there] = await Promise.all([bed.connect(one), bed.connect(other)])
  const start = async (client: Awaited<ReturnType<typeof connectPile>>, meterStart: number) => {
    const frame = await client.call('StartTransaction', startOf(idTag, meterStart))
    return frame[2] as { transactionId: number; idTagInfo: { status: string } } // the payload of an answer
  }
  const first = await start(here, 1_000)
  expect(first.idTagInfo.status).toBe('Accepted')
  expect((await start(there, 5_000)).idTagInfo.status).toBe('ConcurrentTx')
  await here.call('StopTransaction', {
    transactionId: first.transactionId,
    meterStop: 2_000,
    timestamp: new Date().toISOString(),
  })
  expect((await start(there, 5_100)).idTagInfo.status).toBe('Accepted')
})

it('a suspended tenant starts nothing new, while what charges goes on to its end', async () => {
  const client = await bed.connect(await bed.addPile())
  const [going, next] = [await aDriver(), await aDriver()]
  const start = async (idTag: string) => {
    const frame = await client.call('StartTransaction', startOf(idTag, 1_000))
    return frame[2] as { transactionId: number; idTagInfo: { status: string } } // the payload of an answer
  }
  const { transactionId, idTagInfo } = await start(going)
  expect(idTagInfo.status).toBe('Accepted')
  await setTenantStatus(db, tenantId, 'suspended')
  expect((await start(next)).idTagInfo.status).toBe('Blocked')
  const [type] = await client.call('StopTransaction', {
    transactionId,
    idTag: going,
    meterStop: 2_000,
    timestamp: new Date().toISOString(),
  })
  expect(type).toBe(3)
  await setTenantStatus(db, tenantId, 'active')
  expect((await start(next)).idTagInfo.status).toBe('Accepted')
})
