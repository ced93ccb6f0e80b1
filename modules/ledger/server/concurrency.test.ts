import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { aCharge, aDeposit, anEntry, aWallet, post, type TestWallet } from '../testing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balancesOf } from './balances.ts'
import { closeBooks } from './close-books.ts'
import { postJournals } from './post-journals.ts'
import { reverseJournals } from './reverse-journals.ts'
import { verifyLedger } from './verify-ledger.ts'

let db: Database
let tenantId: string
let wallets: TestWallet[]

describe('several connections at once', () => {
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    tenantId = newId()
    wallets = []
    for (let i = 0; i < 4; i++) wallets.push(await db.tenant(tenantId, tx => aWallet(tx, tenantId)))
    await post(
      db,
      tenantId,
      wallets.map(wallet => aDeposit(wallet, 1_000n)),
    )
  })

  const wallet = (index: number): TestWallet => wallets[index % wallets.length]! // there are four
  const balances = async () => {
    const found = await db.tenant(tenantId, tx =>
      balancesOf(
        tx,
        wallets.map(one => one.principal),
      ),
    )
    return wallets.map(one => found.get(one.principal.id)?.balance_fen)
  }
  const verified = async () => {
    const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }), {
      readOnly: true,
      snapshot: true,
    })
    expect(report.findings).toEqual([])
    expect(report.counted.journals).toBeGreaterThan(0)
  }

  it('one key sent n times at once has one effect and n equal answers (I-17)', async () => {
    const charge = aCharge(wallet(0), 700n)
    const answers = (await Promise.all(Array.from({ length: 12 }, () => post(db, tenantId, [charge])))).flat()
    expect(answers.filter(answer => answer.outcome === 'posted')).toHaveLength(1)
    expect(new Set(answers.map(answer => ('journalId' in answer ? answer.journalId : answer.outcome))).size).toBe(1)
    expect((await balances())[0]).toBe(300n)
    await verified()
  })

  it('one key with two contents over different accounts has one effect (I-18)', async () => {
    for (let round = 0; round < 10; round++) {
      const idemKey = newId()
      const answers = await Promise.all([
        post(db, tenantId, [aDeposit(wallet(0), 5n, 0n, { idemKey })]),
        post(db, tenantId, [aDeposit(wallet(1), 6n, 0n, { idemKey })]),
      ])
      expect(
        answers
          .flat()
          .map(answer => answer.outcome)
          .toSorted(),
      ).toEqual(['conflict', 'posted'])
    }
    await verified()
  })

  it('never spends more than there is, and 8 writers over shared wallets never deadlock', async () => {
    const work = Array.from({ length: 8 }, (_, writer) =>
      (async () => {
        const outcomes: string[] = []
        for (let round = 0; round < 10; round++) {
          const charges = Array.from({ length: 6 }, (_unused, index) =>
            aCharge(wallet(writer + index * (writer % 2 ? 1 : 3)), 20n),
          )
          outcomes.push(...(await post(db, tenantId, charges)).map(answer => answer.outcome))
        }
        return outcomes
      })(),
    )
    const outcomes = (await Promise.all(work)).flat()
    // 4,000 fen pay for exactly 200 charges of 20; the other 280 are refused.
    expect(outcomes.filter(outcome => outcome === 'posted')).toHaveLength(200)
    expect(outcomes.filter(outcome => outcome === 'refused')).toHaveLength(280)
    expect(await balances()).toEqual([0n, 0n, 0n, 0n])
    await verified()
  })

  it('reverses a journal once, however many ask', async () => {
    const [posted] = await post(db, tenantId, [aCharge(wallet(0), 100n)])
    if (!posted || !('journalId' in posted)) throw new Error('not posted')
    const { journalId } = posted
    const { source: _source, ...entry } = anEntry(tenantId)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        db.tenant(tenantId, tx => reverseJournals(tx, [{ ...entry, idemKey: newId(), journalId, reason: 'x' }])),
      ),
    )
    expect(answers.flat().filter(answer => answer.outcome === 'posted')).toHaveLength(1)
    expect((await balances())[0]).toBe(1_000n)
    await verified()
  })

  it('closes a day between transactions: who is posting finishes first, who comes later books the next day', async () => {
    const days: string[] = []
    let go: () => void = () => {}
    const holding = new Promise<void>(done => {
      go = done
    })
    const early = db.tenant(tenantId, async tx => {
      const [result] = await postJournals(tx, [aDeposit(wallet(0), 1n)])
      go()
      await new Promise(done => setTimeout(done, 150))
      days.push('early committed')
      return result
    })
    await holding
    const closing = db
      .tenant(tenantId, tx => closeBooks(tx, { tenantId, until: anEntry(tenantId).bookedOn }))
      .then(() => days.push('closed'))
    await new Promise(done => setTimeout(done, 30))
    const late = post(db, tenantId, [aDeposit(wallet(1), 1n)])
    await Promise.all([early, closing, late])
    expect(days).toEqual(['early committed', 'closed'])
    expect(await early).toMatchObject({ bookedOn: '2026-11-20' })
    expect((await late)[0]).toMatchObject({ bookedOn: '2026-11-21' })
    await verified()
  })
})
