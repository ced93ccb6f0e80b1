import { fen } from '@wattyard/money'
import { businessDayOf } from '@wattyard/time'
import { type Caller, newId, Refusal } from '@wattyard/server-kit'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { aCharge, aDeposit, aWallet, post, type TestWallet } from '../testing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAccounts } from './open-accounts.ts'
import { postJournals } from './post-journals.ts'
import { journalsOf } from './read/journals.ts'
import { ledgerModule, type ReversalFollower } from './server-module.ts'

let server: TestServer
let tenantId: string
let as: Caller
let wallet: TestWallet

/** What followers were asked and told, in order. */
let heard: string[]
/** Steps of followers that end in a refusal. */
let refusing: readonly string[]
/** A record of each follower, written before it refuses anything. */
const NOTES = { type: 'test.note', id: newId() }

function follower(name: string): ReversalFollower {
  const take = (step: string): void => {
    heard.push(step)
    if (refusing.includes(step)) throw new Refusal(name === 'first' ? 'ledger.notReversible' : 'ledger.notOpen')
  }
  return {
    mayReverse: async () => take(`${name} may`),
    async reversed(tx, journal, bookedOn) {
      await postJournals(tx, [aDeposit(wallet, 1n, 0n, { source: NOTES, bookedOn })])
      take(`${name} ${journal.kind} reversed`)
    },
  }
}

beforeAll(async () => {
  server = await testServer({
    modules: [
      ledgerModule({
        dayOf: async (_tx, _tenant, at) => businessDayOf(at, 'Asia/Shanghai'),
        followers: [follower('first'), follower('second')],
      }),
    ],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = newId()
  as = callerWith({ tenantId })
  wallet = await server.db.tenant(tenantId, tx => aWallet(tx, tenantId))
  heard = []
  refusing = []
})

describe('accounts', () => {
  it('are listed with balances, kept or added up, as decimal texts', async () => {
    await post(server.db, tenantId, [aDeposit(wallet, 10_050n), aCharge(wallet, 50n)])
    const { data } = await server.call(
      '/api/ledger/account/list',
      { filter: { code: 'wallet_principal,channel_clearing' } },
      { as },
    )
    const shown = Object.fromEntries(data.list.map((row: { code: string }) => [row.code, row]))
    expect(shown.wallet_principal).toMatchObject({
      debits: '0.50',
      credits: '100.50',
      balance: '100.00',
      kind: 'liability',
      running: true,
    })
    expect(shown.channel_clearing).toMatchObject({
      debits: '100.50',
      credits: '0.00',
      balance: '100.50',
      running: false,
    })
  })

  it('of another tenant are not seen', async () => {
    const stranger = callerWith({ tenantId: newId() })
    const { data } = await server.call('/api/ledger/account/list', {}, { as: stranger })
    expect(data.list).toEqual([])
  })
})

describe('journals', () => {
  it('move what goes from one owner to another: money on hold that comes free with an order is not what it cost', async () => {
    const { principal, electricity } = wallet
    const account = (code: 'wallet_frozen') =>
      ({ tenantId, code, ownerType: 'member', ownerId: principal.ownerId }) as const
    const [frozen] = await server.db.tenant(tenantId, tx => openAccounts(tx, [account('wallet_frozen')]))
    if (!frozen) throw new Error('no account')
    const draft = aDeposit(wallet, 100n, 0n)
    const entry = (postings: (typeof draft)['postings']) => ({
      ...aDeposit(wallet, 1n, 0n),
      kind: 'settle' as const,
      postings,
    })
    await post(server.db, tenantId, [
      draft,
      entry([{ debit: principal, credit: frozen, amount_fen: fen(100n) }]),
      entry([
        { debit: frozen, credit: electricity, amount_fen: fen(30n) },
        { debit: frozen, credit: principal, amount_fen: fen(70n) },
      ]),
    ])
    const { data } = await server.call('/api/ledger/journal/list', {}, { as })
    expect(data.list.map((one: { moved: string; amount: string }) => [one.moved, one.amount]).toSorted()).toEqual([
      ['0.30', '1.00'],
      ['1.00', '1.00'],
      ['1.00', '1.00'],
    ])
  })

  it('are listed, shown with postings and traced by their source', async () => {
    const deposit = aDeposit(wallet, 100n, 20n)
    await post(server.db, tenantId, [deposit, aCharge(wallet, 30n)])
    const list = await server.call(
      '/api/ledger/journal/list',
      { filter: { kind: 'deposit', bookedOn: { from: '2026-11-20', to: '2026-11-20' } } },
      { as },
    )
    expect(list.data.list).toMatchObject([
      { kind: 'deposit', amount: '1.20', lineCount: 2, sourceId: deposit.source.id },
    ])
    const one = await server.call('/api/ledger/journal/postings', { id: list.data.list[0].id }, { as })
    expect(one.data.postings).toMatchObject([
      { line: 1, debit: { code: 'channel_clearing' }, credit: { code: 'wallet_principal' }, amount: '1.00' },
      { line: 2, debit: { code: 'marketing_cost' }, credit: { code: 'wallet_gift' }, amount: '0.20' },
    ])
    const trace = await server.call('/api/ledger/journal/of', deposit.source as never, { as })
    expect(trace.data.list).toEqual([one.data])
    const foreign = await server.call(
      '/api/ledger/journal/postings',
      { id: list.data.list[0].id },
      { as: callerWith({ tenantId: newId() }) },
    )
    expect(foreign.status).toBe(404)
  })

  it('are reversed by a keyed command, once, with a reason that stays', async () => {
    const [posted] = await post(server.db, tenantId, [aDeposit(wallet, 100n)])
    if (!posted || !('journalId' in posted)) throw new Error('not posted')
    const key = newId()
    const first = await server.call(
      '/api/ledger/journal/reverse',
      { id: posted.journalId, reason: '录入错误' },
      { as, key },
    )
    expect(first.success).toBe(true)
    const again = await server.call(
      '/api/ledger/journal/reverse',
      { id: posted.journalId, reason: '录入错误' },
      { as, key },
    )
    expect(again.data).toEqual(first.data)
    const { data } = await server.call('/api/ledger/journal/get', { id: first.data.journalId }, { as })
    expect(data).toMatchObject({ kind: 'reversal', reverses: posted.journalId, memo: '录入错误', can: [] })
    const twice = await server.call(
      '/api/ledger/journal/reverse',
      { id: posted.journalId, reason: 'x' },
      { as, key: newId(), language: 'en' },
    )
    expect(twice).toMatchObject({
      success: false,
      code: 'ledger.reversedAlready',
      msg: 'This journal entry has already been reversed',
    })
    const without = await server.call('/api/ledger/journal/reverse', { id: posted.journalId, reason: 'x' }, { as })
    expect(without).toMatchObject({ success: false, code: 'kernel.keyMissing' })
  })

  it('are not reversed when the money has gone on', async () => {
    const [posted] = await post(server.db, tenantId, [aDeposit(wallet, 100n), aCharge(wallet, 60n)])
    if (!posted || !('journalId' in posted)) throw new Error('not posted')
    const answer = await server.call(
      '/api/ledger/journal/reverse',
      { id: posted.journalId, reason: 'x' },
      { as, key: newId() },
    )
    expect(answer).toMatchObject({ success: false, code: 'ledger.insufficient' })
  })

  it('take the permission of each action', async () => {
    const reader = callerWith({ tenantId, permissions: ['ledger.journal:read'] })
    const [posted] = await post(server.db, tenantId, [aDeposit(wallet, 100n)])
    if (!posted || !('journalId' in posted)) throw new Error('not posted')
    expect((await server.call('/api/ledger/journal/list', {}, { as: reader })).success).toBe(true)
    expect(
      (
        await server.call(
          '/api/ledger/journal/reverse',
          { id: posted.journalId, reason: 'x' },
          { as: reader, key: newId() },
        )
      ).status,
    ).toBe(403)
    expect((await server.call('/api/ledger/account/list', {}, { as: reader })).status).toBe(403)
  })
})

describe('followers of a reversal', () => {
  async function aReversal() {
    const deposit = aDeposit(wallet, 100n)
    const [posted] = await post(server.db, tenantId, [deposit])
    if (!posted || !('journalId' in posted)) throw new Error('not posted')
    const input = { id: posted.journalId, reason: 'x' }
    const { code, success } = await server.call('/api/ledger/journal/reverse', input, { as, key: newId() })
    const [journals, notes] = await server.db.tenant(tenantId, async tx => [
      await journalsOf(tx, { tenantId, ...deposit.source }),
      await journalsOf(tx, { tenantId, ...NOTES }),
    ])
    return { code, success, kinds: journals.map(one => one.kind), notes: notes.length }
  }

  it('are all asked before anything is posted, then all told, in their order', async () => {
    expect(await aReversal()).toMatchObject({ success: true, kinds: ['deposit', 'reversal'], notes: 2 })
    expect(heard).toEqual(['first may', 'second may', 'first deposit reversed', 'second deposit reversed'])
  })

  it('the first refusal is the answer, and the others are not asked', async () => {
    refusing = ['first may', 'second may']
    expect(await aReversal()).toMatchObject({ code: 'ledger.notReversible', kinds: ['deposit'], notes: 0 })
    expect(heard).toEqual(['first may'])
  })

  it('one that refuses after the others agreed leaves nothing of the reversal, nor of what the others did for it', async () => {
    refusing = ['second may']
    expect(await aReversal()).toMatchObject({ code: 'ledger.notOpen', kinds: ['deposit'], notes: 0 })
    heard = []
    refusing = ['second deposit reversed']
    expect(await aReversal()).toMatchObject({ code: 'ledger.notOpen', kinds: ['deposit'], notes: 0 })
    expect(heard.at(-1)).toBe('second deposit reversed')
  })
})
