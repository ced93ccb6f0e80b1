import { fen } from '@wattyard/money'
import { type Database, newId } from '@wattyard/server-kit'
import { verifyLedger } from '@wattyard/ledger/server'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aMember, anEntry, aPayment, type TestMember } from '../testing/index.ts'
import { freezeForSessions, type SessionFreeze } from './freeze-for-sessions.ts'
import { payFromWallets } from './pay-from-wallets.ts'
import { openWallets, walletsOf } from './wallets.ts'

let db: Database
let tenantId: string
let member: TestMember

describe('one wallet, several connections', () => {
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    tenantId = newId()
    member = await db.tenant(tenantId, tx => aMember(tx, tenantId, { principal: 10_000n }))
  })

  const request = (over: Partial<SessionFreeze> = {}): SessionFreeze => ({
    ...anEntry(tenantId),
    memberId: member.memberId,
    upTo: fen(4_000n),
    atLeast: fen(1_000n),
    mix: 'gift-first',
    expiresAt: null,
    ...over,
  })
  const freeze = (one: SessionFreeze) => db.tenant(tenantId, tx => freezeForSessions(tx, [one]))
  const wallet = async () =>
    (await db.tenant(tenantId, tx => walletsOf(tx, [member]))).get(member.memberId) ?? { principal: -1n }
  const verified = async () => {
    const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }))
    expect(report.findings).toEqual([])
    expect(report.counted.journals).toBeGreaterThan(0)
  }

  it('six starts at once set aside no more than there is: two of 4,000, one of the rest, three refused', async () => {
    const results = (await Promise.all(Array.from({ length: 6 }, () => freeze(request())))).flat()
    const amounts = results.map(result => ('parts' in result ? result.parts.principal : 0n))
    expect(amounts.toSorted((a, b) => Number(b - a))).toEqual([4_000n, 4_000n, 2_000n, 0n, 0n, 0n])
    expect(results.filter(result => result.outcome === 'refused')).toHaveLength(3)
    expect(await wallet()).toMatchObject({ principal: 0n, frozenPrincipal: 10_000n })
    await verified()
  })

  it('one start told by several messages at once makes one hold', async () => {
    const one = request()
    const results = (await Promise.all(Array.from({ length: 6 }, () => freeze({ ...one, idemKey: newId() })))).flat()
    expect(new Set(results.map(result => ('holdId' in result ? result.holdId : result.outcome))).size).toBe(1)
    expect(results.filter(result => result.outcome === 'frozen')).toHaveLength(1)
    expect(await wallet()).toMatchObject({ principal: 6_000n, frozenPrincipal: 4_000n })
    await verified()
  })

  it('one order settled by two workers at once is paid once', async () => {
    const [frozen] = await freeze(request())
    if (!frozen || !('holdId' in frozen)) throw new Error('not frozen')
    const order = aPayment(member, {
      holdId: frozen.holdId,
      electricity: fen(1_500n),
      fromHold: { principal: fen(1_500n), gift: fen(0n) },
    })
    const pay = (idemKey: string) => db.tenant(tenantId, tx => payFromWallets(tx, [{ ...order, idemKey }]))
    const same = (await Promise.all([pay(order.idemKey), pay(order.idemKey), pay(order.idemKey)])).flat()
    expect(same.map(result => result.outcome).toSorted()).toEqual(['posted', 'repeated', 'repeated'])
    expect((await pay(newId()))[0]).toEqual({ outcome: 'refused', reason: 'notOpen' })
    expect(await wallet()).toMatchObject({ principal: 8_500n, frozenPrincipal: 0n })
    await verified()
  })

  it('wallets opened by everybody at once exist once', async () => {
    const memberIds = Array.from({ length: 20 }, () => newId())
    const keys = memberIds.map(memberId => ({ tenantId, memberId }))
    const opened = await Promise.all(
      [keys, keys.toReversed(), keys, keys.toReversed()].map(list => db.tenant(tenantId, tx => openWallets(tx, list))),
    )
    const ids = opened.map(wallets => memberIds.map(memberId => wallets.get(memberId)?.accounts.principal.id))
    for (const other of ids) expect(other).toEqual(ids[0])
  })
})
