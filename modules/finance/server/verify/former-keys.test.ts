import { aPayingMember } from '@wattyard/payments/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'
import { daySigner, newSigningKey, publicSigningKey } from '../close/signer.ts'
import { sealDays } from '../close/seal-days.ts'
import { anchorBooks } from './anchor-books.ts'
import { giveUpOtherKeys } from './former-keys.ts'
import { verifyBooks } from './verify-books.ts'

const [FORMER, PRESENT, STRAY] = [newSigningKey(), newSigningKey(), newSigningKey()]
const [former, present, stray] = [daySigner(FORMER), daySigner(PRESENT), daySigner(STRAY)]
const made: FinanceServer[] = []
let world: FinanceWorld

// A server of its own: what is given up is given up for all tenants of a database.
beforeEach(async () => {
  const server = await financeServer()
  made.push(server)
  world = await server.world({ principal: 50_000n })
})
afterAll(async () => {
  for (const server of made) await server.close()
})

const worldOf = (signer: typeof former) => ({
  signer,
  clock: world.clock,
  live: null,
  outside: null,
  consumer: 'charging',
})
const anchor = async (signer = former) => {
  await world.server.db.tenant(world.tenantId, tx => aPayingMember(tx, world.tenantId, { principal: 7_000n }))
  return anchorBooks(world.server.db, worldOf(signer))
}
const giveUp = (to = present, known: string | null = publicSigningKey(FORMER)) =>
  world.server.db.platform(tx =>
    giveUpOtherKeys(tx, { signer: to, former: known, tenants: [world.tenantId], at: world.clock.now() }),
  )
const verify = async (signer = present) => {
  const { anchors, days } = await verifyBooks(world.server.db, world.tenantId, { signer, now: world.clock.now() })
  const findings = [...days.findings, ...anchors.findings].map(({ check, seq }) => `${check} ${seq}`)
  return { findings, unproved: days.counted.unproved + anchors.unproved }
}
const asOwner = (sql: string) =>
  world.server.db.platform(async tx => {
    await tx.execute('reset role')
    await tx.execute('set local session_replication_role = replica')
    await tx.execute(sql, [world.tenantId])
  })

describe('a signing key that is given up', () => {
  test('holds for what it has signed, of both chains, and for nothing after', async () => {
    await world.charge()
    await anchor()
    world.nextDay()
    await world.verifyLedgerNow()
    await world.ask('/api/finance/dayClose/close', { day: '2026-11-20', carry: [] })
    await sealDays(world.server.db, worldOf(former), world.tenantId)
    expect((await verify()).findings).toEqual(['unknownKey 1', 'unknownKey 1'])

    expect(await giveUp()).toEqual([{ keyId: former.keyId, isKnown: true, closings: 1, entries: 1 }])
    await anchor(present)
    expect(await verify()).toEqual({ findings: [], unproved: 0 })
  })

  test('signs nothing more, in a server that still runs with it', async () => {
    await anchor()
    await giveUp()
    await expect(anchor(former)).rejects.toThrow('was given up')
    await world.charge()
    world.nextDay()
    await world.verifyLedgerNow()
    await world.ask('/api/finance/dayClose/close', { day: '2026-11-20', carry: [] })
    await expect(sealDays(world.server.db, worldOf(former), world.tenantId)).rejects.toThrow('was given up')
    expect(await sealDays(world.server.db, worldOf(present), world.tenantId)).toBe(1)
  })

  test('does not hold for an entry after its end, nor for another one in the place of its last', async () => {
    await anchor()
    await anchor()
    await giveUp()
    const end = 'update finance_anchor set seq = 3 where tenant_id = $1 and seq = 2'
    await asOwner(end)
    expect((await verify()).findings).toContain('formerKey 3')
    await asOwner('update finance_anchor set seq = 2, hash = md5(hash) where tenant_id = $1 and seq = 3')
    expect((await verify()).findings).toContain('formerKey 2')
  })

  test('is a present one again when it is found, and the one of the time between a former one', async () => {
    await anchor()
    await giveUp()
    await anchor(present)
    expect(await giveUp(former, publicSigningKey(PRESENT))).toEqual([
      { keyId: present.keyId, isKnown: true, closings: 0, entries: 1 },
    ])
    await anchor(former)
    expect(await verify(former)).toEqual({ findings: [], unproved: 0 })
  })

  test('of a server that nobody has any more leaves entries that are held by what came after', async () => {
    await anchor()
    await anchor(stray)
    await anchor()
    expect((await verify(former)).findings).toEqual(['unknownKey 2'])
    expect(await giveUp(former, null)).toEqual([{ keyId: stray.keyId, isKnown: false, closings: 0, entries: 1 }])
    expect(await verify(former)).toEqual({ findings: [], unproved: 1 })
    // Its own key, where it is found after all.
    await giveUp(stray, publicSigningKey(FORMER))
    await giveUp(former, publicSigningKey(STRAY))
    expect(await verify(former)).toEqual({ findings: [], unproved: 0 })
  })

  test('is none that somebody with the database alone has written down', async () => {
    await onceSealed(world, '2026-11-20')
    await anchor(stray)
    await giveUp()
    await asOwner('update finance_former_key set anchor_seq = anchor_seq + 1 where tenant_id = $1 and anchor_seq > 0')
    expect((await verify()).findings).toContain('unknownKey 1')
    await giveUp(stray, null)
    await asOwner(`insert into finance_former_key (tenant_id, key_id, given_up_at, public_key, day_seq, anchor_seq, anchor_root, signed_by, signature)
      select $1, key_id, now(), 'x', 0, seq, hash, 'own', 'ab' from finance_anchor where tenant_id = $1`)
    expect((await verify(former)).findings).toContain('unknownKey 1')
  })
})
