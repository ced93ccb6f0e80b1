import type { Pool } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherMoney, type MoneyEvidence } from './money-evidence.ts'
import { judgeMoney, MONEY_LAWS } from './money-laws.ts'
import type { MoneyWorld } from './money-world.ts'
import { runMoney } from './run-money.ts'

/** A run in which every kind of deed was done. */
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

const first = <T>(list: readonly T[]): T => {
  const [one] = list
  if (one === undefined) throw new Error('the run has none of these')
  return one
}
const told = () => evidence.channel
const plusOne = (code: string) => ({
  balances: evidence.balances.map(one => (one.code === code ? { ...one, fen: one.fen + 1n } : one)),
})

/** For every law a world in which it is broken. */
const BROKEN: Record<
  keyof typeof MONEY_LAWS,
  () => { world?: Partial<MoneyWorld>; evidence?: Partial<MoneyEvidence> }
> = {
  paidIsCreditedOnce: () => ({ evidence: { channel: { ...told(), paid: told().paid.slice(1) } } }),
  refundedIsBookedOnce: () => ({
    evidence: {
      channel: { ...told(), refunded: [...told().refunded, { number: 'R1', amount: 1n, state: 'SUCCESS' }] },
    },
  }),
  answeredIsDoneOnce: () => ({ world: { done: [...world.done, { what: 'topUp', id: 'never' }] } }),
  nothingTwice: () => ({ evidence: { documents: [...evidence.documents, first(evidence.documents)] } }),
  ledgerIsGreen: () => ({
    evidence: { ledger: { ...evidence.ledger, counted: { ...evidence.ledger.counted, postings: 0 } } },
  }),
  walletsAreNotBelowZero: () => ({
    evidence: { balances: [...evidence.balances, { code: 'wallet_principal', owner: 'x', fen: 1n }] },
  }),
  booksAreTheBanks: () => ({ evidence: plusOne('bank') }),
  booksAreTheChannels: () => ({ evidence: plusOne('channel_clearing') }),
  nothingIsLeftOpen: () => ({ evidence: { codes: evidence.codes.map(one => ({ ...one, state: 'open' })) } }),
  everythingAgrees: () => ({
    evidence: { outcomes: [...evidence.outcomes, { ...first(evidence.outcomes), standing: 'difference' }] },
  }),
  everythingIsCompared: () => ({ evidence: { outcomes: evidence.outcomes.filter(one => one.standing !== 'matched') } }),
  noStatementGoesAstray: () => ({ world: { strays: ['update payments_payment'] } }),
}

test('the run breaks no law, and something of each kind was done', () => {
  expect(judgeMoney(world, evidence)).toEqual({})
  expect(new Set(world.done.map(one => one.what)).size).toBeGreaterThan(2)
  expect(world.lives).toBeGreaterThan(0)
})

test.each(Object.keys(MONEY_LAWS))('%s can fail', name => {
  const broken = BROKEN[name]?.()
  const breaches = MONEY_LAWS[name]?.({ ...world, ...broken?.world }, { ...evidence, ...broken?.evidence }) ?? []
  expect(breaches.length).toBeGreaterThan(0)
})
