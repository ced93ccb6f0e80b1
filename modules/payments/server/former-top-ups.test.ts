import { createTenant } from '@wattyard/identity/server'
import { mustPost, openAccounts, postJournals, reverseJournals, verifyLedger } from '@wattyard/ledger/server'
import { freezeForSessions, payFromWallets, walletsOf } from '@wattyard/members/server'
import { aMember, anEntry, aPayment, takeOut, type TestMember } from '@wattyard/members/testing'
import { fen, sumFen } from '@wattyard/money'
import { col, type Database, databaseOn, migrate, newId, type Tx } from '@wattyard/server-kit'
import { allMigrations, emptyDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberOf } from '../contract/index.ts'
import { LOT_CHECKS, recordPayment, walletLots } from './index.ts'
import { BANK, BEFORE_PAYMENTS, formerTopUp } from '../testing/former-top-up.ts'

let db: Database
let tenantId: string
let plain: TestMember
let busy: TestMember
let found: TestMember

const order = (of: TestMember, over: Parameters<typeof aPayment>[1]) => aPayment(of, over)

async function formerCourse(tx: Tx): Promise<void> {
  const none = fen(0n)
  plain = await aMember(tx, tenantId)
  busy = await aMember(tx, tenantId)
  found = await aMember(tx, tenantId)
  await formerTopUp(tx, plain, [20_000n, 1_500n], { key: 'members.topUp:once' })
  const receipt = await formerTopUp(tx, busy, [5_000n, 0n], { arrival: BANK })
  await tx.execute('insert into members_receipt (tenant_id, receipt, journal_id) values ($1, $2, $3)', [
    tenantId,
    'R20260001',
    receipt,
  ])
  await payFromWallets(tx, [
    order(busy, {
      electricity: fen(6_000n),
      fromAvailable: { principal: fen(5_000n), gift: none },
      receivable: fen(1_000n),
    }),
  ])
  // Pays the debt at once.
  await formerTopUp(tx, busy, [3_000n, 200n], { arrival: BANK })
  // A mistake that was used before it was reversed: the money came out of another top-up.
  const wrong = await formerTopUp(tx, busy, [4_000n, 0n])
  await payFromWallets(tx, [
    order(busy, { electricity: fen(1_500n), fromAvailable: { principal: fen(1_500n), gift: none } }),
  ])
  const { source: _source, ...entry } = anEntry(tenantId)
  mustPost((await reverseJournals(tx, [{ ...entry, journalId: wrong, reason: '记错' }]))[0])
  await formerTopUp(tx, busy, [0n, 300n])
  await freezeForSessions(tx, [
    {
      ...anEntry(tenantId),
      memberId: busy.memberId,
      upTo: fen(300n),
      atLeast: fen(1n),
      mix: 'proportional',
      expiresAt: null,
    },
  ])
  await takeOut(tx, { ...anEntry(tenantId), memberId: busy.memberId, amount: fen(100n) })
  // Money that no top-up explains.
  await formerTopUp(tx, found, [1_000n, 0n])
  const [unmatched] = await openAccounts(tx, [{ tenantId, code: 'unmatched' }])
  const [principal] = await openAccounts(tx, [
    { tenantId, code: 'wallet_principal', ownerType: 'member', ownerId: found.memberId },
  ])
  if (!unmatched || !principal) throw new Error('no accounts')
  const postings = [{ debit: unmatched, credit: principal, amount_fen: fen(777n) }]
  mustPost((await postJournals(tx, [{ ...anEntry(tenantId), kind: 'adjustment', postings }]))[0])
}

beforeAll(async () => {
  const pool = await emptyDatabase()
  const all = allMigrations()
  await migrate(
    pool,
    all.filter(({ id }) => id < BEFORE_PAYMENTS),
  )
  db = databaseOn(pool, { wait_ms: 10_000 })
  tenantId = (await db.platform(tx => createTenant(tx, { code: 'former', name: '旧', profile: 'demo' }))).tenantId
  await db.platform(tx => createTenant(tx, { code: 'empty', name: '空', profile: 'demo' }))
  await db.tenant(tenantId, formerCourse)
  await migrate(pool, all)
}, 60_000)
afterAll(() => db.close())

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.tenant(tenantId, work)

test('every former top-up has its payment and its lot, and lots are what wallets hold', async () => {
  const report = await inTenant(tx => verifyLedger(tx, { tenantId, now: 0, checks: LOT_CHECKS }))
  expect(report.findings).toEqual([])
  const keys = [plain, busy, found].map(({ memberId }) => ({ tenantId, memberId }))
  const [wallets, lots] = await inTenant(async tx => [await walletsOf(tx, keys), await walletLots(tx, keys)] as const)
  for (const { memberId } of keys) {
    const [wallet, own] = [wallets.get(memberId), lots.get(memberId)]
    if (!wallet || !own) throw new Error('not read')
    expect(sumFen(own.rests.map(rest => rest.principal))).toBe(wallet.principal + wallet.frozenPrincipal)
    expect(sumFen(own.rests.map(rest => rest.gift))).toBe(wallet.gift + wallet.frozenGift)
    expect(wallet.principal).toBeGreaterThan(0n)
  }
  expect(lots.get(found.memberId)?.lots.map(lot => [lot.journalId === null, lot.credited.principal])).toEqual([
    [true, 777n],
    [false, 1_000n],
  ])
})

test('payments keep number, channel, receipt, person and reversal', async () => {
  const rows = await inTenant(tx =>
    tx.query(
      {
        id: col.uuid,
        number: col.text,
        state: col.text,
        kind: col.text,
        channel: col.text,
        clearing_owner: col.text,
        amount_fen: col.bigint,
        gift_fen: col.bigint,
        paid_debt_fen: col.bigint,
        receipt: col.text.orNull,
        actor: col.text,
        search_text: col.text,
      },
      `select p.id, p.number, p.state, c.kind, c.state as channel, c.clearing_owner, p.amount_fen, p.gift_fen, p.paid_debt_fen, p.receipt, p.actor, p.search_text
       from payments_payment p join payments_channel c on c.tenant_id = p.tenant_id and c.id = p.channel_id
       where p.tenant_id = $1 order by p.id`,
      [tenantId],
    ),
  )
  expect(rows).toMatchObject([
    {
      kind: 'wechat',
      channel: 'off',
      clearing_owner: 'wechat',
      amount_fen: 20_000n,
      gift_fen: 1_500n,
      state: 'paid',
      actor: '李娜',
    },
    { kind: 'cash', channel: 'open', amount_fen: 5_000n, receipt: 'R20260001', paid_debt_fen: 0n },
    { kind: 'bank', channel: 'open', amount_fen: 3_000n, gift_fen: 200n, paid_debt_fen: 1_000n },
    { kind: 'wechat', amount_fen: 4_000n, state: 'reversed' },
    { kind: 'wechat', amount_fen: 1_000n },
  ])
  for (const row of rows) {
    expect(row.number).toBe(numberOf('payment', row.id))
    expect(row.search_text).toContain(row.number.toLowerCase())
  }
})

test('a request from before is found again, a receipt from before is taken, and only living companies get channels', async () => {
  const [channel] = await inTenant(tx =>
    tx.query(
      { id: col.uuid, clearing_owner: col.text },
      "select id, clearing_owner from payments_channel where tenant_id = $1 and kind = 'wechat'",
      [tenantId],
    ),
  )
  if (!channel) throw new Error('no channel')
  const asked = {
    ...anEntry(tenantId),
    memberId: plain.memberId,
    principal: fen(20_000n),
    gift: fen(1_500n),
    channel: { ...channel, kind: 'wechat' as const },
    receipt: null,
    requestKey: 'members.topUp:once',
    paidAt: 0,
  }
  const again = await inTenant(tx => recordPayment(tx, asked))
  const count = () =>
    inTenant(tx =>
      tx.query({ n: col.integer }, 'select count(*)::int as n from payments_payment where tenant_id = $1', [tenantId]),
    )
  expect(again.paidDebt).toBe(0n)
  expect(await count()).toEqual([{ n: 5 }])
  const taken = inTenant(tx => recordPayment(tx, { ...asked, requestKey: newId(), receipt: 'r-2026-0001' }))
  await expect(taken).rejects.toMatchObject({ code: 'kernel.invalid' })
  const channels = await db.platform(tx =>
    tx.query(
      { code: col.text, kinds: col.texts },
      `select t.code, array_agg(c.kind order by c.kind) as kinds from payments_channel c join identity_tenant t on t.tenant_id = c.tenant_id group by t.code order by t.code`,
    ),
  )
  expect(channels).toEqual([
    { code: 'empty', kinds: ['bank', 'cash'] },
    { code: 'former', kinds: ['bank', 'cash', 'wechat'] },
  ])
})
