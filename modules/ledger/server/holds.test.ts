import { fen } from '@wattyard/money'
import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { aDeposit, anEntry, aWallet, post, type TestWallet } from '../testing/index.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balancesOf } from './balances.ts'
import { type HoldPosting, postHolds, voidHolds } from './end-holds.ts'
import { freeze, type FreezeDraft } from './freeze.ts'
import { expiredHolds, holdsOf } from './holds.ts'
import { journalsOfSources } from './read/journals.ts'
import { reverseJournals } from './reverse-journals.ts'
import { verifyLedger } from './verify-ledger.ts'

let db: Database
let tenantId: string
let wallet: TestWallet

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  tenantId = newId()
  wallet = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
  await post(db, tenantId, [aDeposit(wallet, 1_000n, 300n)])
})

function aFreeze(principal: bigint, gift: bigint): FreezeDraft {
  return {
    ...anEntry(tenantId),
    principal: { from: wallet.principal, held: wallet.frozen, amount_fen: fen(principal) },
    gift: { from: wallet.gift, held: wallet.frozenGift, amount_fen: fen(gift) },
    expiresAt: null,
  }
}

const aPosting = (holdId: string, principal: bigint, gift: bigint): HoldPosting => ({
  ...anEntry(tenantId),
  holdId,
  lines: [{ to: wallet.electricity, principal_fen: fen(principal), gift_fen: fen(gift) }],
})

async function frozenHold(draft: FreezeDraft): Promise<string> {
  const [result] = await db.tenant(tenantId, tx => freeze(tx, [draft]))
  if (!result || !('holdId' in result)) throw new Error(`not frozen: ${JSON.stringify(result)}`)
  return result.holdId
}

/** Principal, gift, frozen, frozen gift, electricity revenue. */
async function balances(): Promise<bigint[]> {
  const accounts = [wallet.principal, wallet.gift, wallet.frozen, wallet.frozenGift, wallet.electricity]
  const found = await db.tenant(tenantId, tx => balancesOf(tx, accounts))
  return accounts.map(account => found.get(account.id)?.balance_fen ?? -1n)
}

describe('a hold', () => {
  it('sets money aside, is used in part and releases the rest by its mix', async () => {
    const holdId = await frozenHold(aFreeze(600n, 200n))
    expect(await balances()).toEqual([400n, 100n, 600n, 200n, 0n])
    const [result] = await db.tenant(tenantId, tx => postHolds(tx, [aPosting(holdId, 250n, 200n)]))
    expect(result?.outcome).toBe('posted')
    expect(await balances()).toEqual([750n, 100n, 0n, 0n, 450n])
  })

  it('is frozen once per key and used once per key', async () => {
    const draft = aFreeze(600n, 0n)
    const holdId = await frozenHold(draft)
    expect(await frozenHold(draft)).toBe(holdId)
    const posting = aPosting(holdId, 100n, 0n)
    const results = await db.tenant(tenantId, tx => postHolds(tx, [posting, posting, aPosting(holdId, 100n, 0n)]))
    expect(results.map(result => result.outcome)).toEqual(['posted', 'repeated', 'refused'])
    const later = await db.tenant(tenantId, tx => postHolds(tx, [posting, aPosting(holdId, 1n, 0n)]))
    expect(later[0]).toMatchObject({ outcome: 'repeated' })
    expect(later[1]).toEqual({ outcome: 'refused', reason: 'notOpen' })
    expect(await balances()).toEqual([900n, 300n, 0n, 0n, 100n])
  })

  it('gives no more than it holds, source by source', async () => {
    const holdId = await frozenHold(aFreeze(600n, 200n))
    const results = await db.tenant(tenantId, tx =>
      postHolds(tx, [aPosting(holdId, 601n, 0n), aPosting(holdId, 0n, 201n), aPosting(newId(), 1n, 0n)]),
    )
    expect(results.map(result => (result.outcome === 'refused' ? result.reason : result.outcome))).toEqual([
      'overHold',
      'overHold',
      'notFound',
    ])
    expect(await balances()).toEqual([400n, 100n, 600n, 200n, 0n])
  })

  it('is posted as what the money is used for, and as nothing else afterwards', async () => {
    const posting = { ...aPosting(await frozenHold(aFreeze(600n, 0n)), 250n, 0n), kind: 'withdrawal' as const }
    const { kind: _kind, ...asSettlement } = posting
    const results = await db.tenant(tenantId, tx => postHolds(tx, [posting, posting, asSettlement]))
    expect(results.map(result => result.outcome)).toEqual(['posted', 'repeated', 'conflict'])
    const settled = aPosting(await frozenHold(aFreeze(10n, 0n)), 10n, 0n)
    await db.tenant(tenantId, tx => postHolds(tx, [settled]))
    const kinds = await db.tenant(tenantId, tx =>
      journalsOfSources(
        tx,
        [posting, settled].map(one => ({ tenantId, ...one.source })),
      ),
    )
    expect(kinds.map(journal => journal.kind)).toEqual(['withdrawal', 'settle'])
    expect(await balances()).toEqual([740n, 300n, 0n, 0n, 260n])
    const { source: _source, ...entry } = anEntry(tenantId)
    const [journalId = ''] = results.flatMap(result => ('journalId' in result ? [result.journalId] : []))
    const [reversed] = await db.tenant(tenantId, tx => reverseJournals(tx, [{ ...entry, journalId, reason: 'test' }]))
    expect(reversed).toEqual({ outcome: 'refused', reason: 'notReversible' })
    expect((await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }))).findings).toEqual([])
  })

  it('is not made from money that is not there, and harms no other freeze', async () => {
    const results = await db.tenant(tenantId, tx =>
      freeze(tx, [aFreeze(900n, 0n), aFreeze(200n, 0n), aFreeze(100n, 300n)]),
    )
    expect(results.map(result => result.outcome)).toEqual(['posted', 'refused', 'posted'])
  })

  it('releases everything when it is voided', async () => {
    const holdId = await frozenHold(aFreeze(600n, 200n))
    await db.tenant(tenantId, tx => voidHolds(tx, [{ ...anEntry(tenantId), holdId }]))
    expect(await balances()).toEqual([1_000n, 300n, 0n, 0n, 0n])
  })

  it('lapses only by its owner: expiry is shown and ends nothing (I-33)', async () => {
    const draft = { ...aFreeze(10n, 0n), expiresAt: 1_000 }
    const holdId = await frozenHold(draft)
    const expired = await db.tenant(tenantId, tx => expiredHolds(tx, 2_000))
    expect(expired.map(hold => [hold.id, hold.state])).toEqual([[holdId, 'open']])
    const [hold] = await db.tenant(tenantId, tx => holdsOf(tx, [{ tenantId, ...draft.source }]))
    expect(hold).toMatchObject({ id: holdId, state: 'open', principal_fen: 10n })
  })

  it('keeps its journals from being reversed', async () => {
    const [result] = await db.tenant(tenantId, tx => freeze(tx, [aFreeze(10n, 0n)]))
    if (!result || !('journalId' in result)) throw new Error('not frozen')
    const { journalId } = result
    const { source: _source, ...entry } = anEntry(tenantId)
    const [reversed] = await db.tenant(tenantId, tx => reverseJournals(tx, [{ ...entry, journalId, reason: 'test' }]))
    expect(reversed).toEqual({ outcome: 'refused', reason: 'notReversible' })
  })
})

describe('any sequence of freezes, uses and releases', () => {
  const amount = fc.bigInt({ min: 0n, max: 500n })
  const step = fc.oneof(
    fc.record({ do: fc.constant('freeze' as const), principal: amount, gift: amount }),
    fc.record({ do: fc.constant('post' as const), hold: fc.nat(5), principal: amount, gift: amount }),
    fc.record({ do: fc.constant('void' as const), hold: fc.nat(5) }),
    fc.record({ do: fc.constant('deposit' as const), principal: amount, gift: amount }),
  )

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

  it('keeps available money ≥ 0 (I-31), ends each hold at zero (I-32) and verifies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        tenantId = newId()
        wallet = await db.tenant(tenantId, tx => aWallet(tx, tenantId))
        await post(db, tenantId, [aDeposit(wallet, 600n, 300n)])
        const holds: string[] = []
        for (const one of steps) await take(one, holds)
        const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }))
        expect(report.findings).toEqual([])
        expect(report.counted.journals).toBeGreaterThan(0)
        for (const value of await balances()) expect(value).toBeGreaterThanOrEqual(0n)
        await db.tenant(tenantId, tx =>
          voidHolds(
            tx,
            holds.map(holdId => ({ ...anEntry(tenantId), holdId })),
          ),
        )
        const [, , frozen, frozenGift] = await balances()
        expect([frozen, frozenGift]).toEqual([0n, 0n])
      }),
      { numRuns: 40 },
    )
  })

  async function take(one: Step, holds: string[]): Promise<void> {
    if (one.do === 'deposit') {
      if (one.principal + one.gift > 0n) await post(db, tenantId, [aDeposit(wallet, one.principal, one.gift)])
      return
    }
    if (one.do === 'freeze') {
      if (one.principal + one.gift === 0n) return
      const [result] = await db.tenant(tenantId, tx => freeze(tx, [aFreeze(one.principal, one.gift)]))
      if (result && 'holdId' in result) holds.push(result.holdId)
      return
    }
    const holdId = holds[one.hold]
    if (!holdId) return
    if (one.do === 'post') await db.tenant(tenantId, tx => postHolds(tx, [aPosting(holdId, one.principal, one.gift)]))
    else await db.tenant(tenantId, tx => voidHolds(tx, [{ ...anEntry(tenantId), holdId }]))
  }
})
