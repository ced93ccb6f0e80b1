import type { Pool } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherMoney, type MoneyEvidence } from './money-evidence.ts'
import { judgeMoney, MONEY_LAWS } from './money-laws.ts'
import type { MoneyWorld } from './money-world.ts'
import { runMoney } from './run-money.ts'

const SEED = 1

let pool: Pool
let world: MoneyWorld
let evidence: MoneyEvidence

beforeAll(async () => {
  pool = await singleConnectionPool()
  world = await runMoney(pool, SEED)
  evidence = await gatherMoney(world)
  await world.around.close()
})
afterAll(() => pool.close())

const told = () => evidence.channel
const plusOne = (code: string) => ({
  balances: [...evidence.balances, { code, owner: null, fen: 1n }],
})

/** For every law a world in which it is broken. */
const BROKEN: Record<
  keyof typeof MONEY_LAWS,
  () => { world?: Partial<MoneyWorld>; evidence?: Partial<MoneyEvidence> }
> = {
  paidIsCreditedOnce: () => ({
    evidence: { channel: { ...told(), paid: [...told().paid, { number: 'P1', amount: 1n }] } },
  }),
  refundedIsBookedOnce: () => ({
    evidence: {
      channel: { ...told(), refunded: [...told().refunded, { number: 'R1', amount: 1n, state: 'SUCCESS' }] },
    },
  }),
  answeredIsDoneOnce: () => ({ world: { done: [...world.done, { what: 'topUp', id: 'never' }] } }),
  nothingTwice: () => ({ evidence: { documents: [...evidence.documents, { id: 'x', phase: 'draft' }] } }),
  ledgerIsGreen: () => ({
    evidence: { ledger: { ...evidence.ledger, counted: { ...evidence.ledger.counted, postings: 0 } } },
  }),
  walletsAreNotBelowZero: () => ({
    evidence: { balances: [...evidence.balances, { code: 'wallet_principal', owner: 'x', fen: 1n }] },
  }),
  booksAreTheBanks: () => ({ evidence: plusOne('bank') }),
  booksAreTheChannels: () => ({ evidence: plusOne('channel_clearing') }),
  nothingIsLeftOpen: () => ({
    evidence: { refunds: [...evidence.refunds, { id: 'x', state: 'requested', amount_fen: 1n }] },
  }),
  everythingAgrees: () => ({
    evidence: { files: [...evidence.files, { name: 'cut.sta', state: 'faulty', channel_id: world.bank }] },
  }),
  everythingIsCompared: () => ({
    world: { bankEntries: [...world.bankEntries, { amount: 1n, reference: 'B1', text: '' }] },
  }),
  noStatementGoesAstray: () => ({ world: { strays: ['update payments_payment'] } }),
}

test('the run breaks no law, though several things were done and something failed', () => {
  expect(judgeMoney(world, evidence)).toEqual({})
  expect(new Set(world.done.map(one => one.what)).size).toBeGreaterThan(1)
  expect(world.story.length).toBeGreaterThan(0)
})

test.each(Object.keys(MONEY_LAWS))('%s can fail', name => {
  const broken = BROKEN[name]?.()
  const breaches = MONEY_LAWS[name]?.({ ...world, ...broken?.world }, { ...evidence, ...broken?.evidence }) ?? []
  expect(breaches.length).toBeGreaterThan(0)
})
