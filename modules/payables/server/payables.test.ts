import { aTenant } from '@wattyard/identity/testing'
import { aBankAccount, aCompany } from '@wattyard/companies/testing'
import { trialBalance, verifyLedger } from '@wattyard/ledger/server'
import { aMember } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { aChannel } from '@wattyard/payments/testing'
import { type Caller, col, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { addDays, businessDay, businessDayOf, settableClock } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTROL, DOCUMENT_KINDS, type DocumentKind } from '../contract/index.ts'
import { payablesServer } from '../testing/index.ts'
import { ageingOf, DOCUMENT_CHECKS, recordDocument } from './index.ts'

const NOON = Date.parse('2026-11-20T04:00:00Z')
const TODAY = businessDay('2026-11-20')
const DOCUMENT = '/api/payables/document'
const clock = settableClock(NOON)
let server: TestServer
let tenantId: string
let ann: Caller
let bob: Caller
let company: string
let bank: string

beforeAll(async () => {
  server = await payablesServer(clock)
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.set(NOON)
  tenantId = (await aTenant(server.db)).tenantId
  ann = callerWith({ tenantId, displayName: 'Ann' })
  bob = callerWith({ tenantId, displayName: 'Bob' })
  company = await inTenant(tx => aCompany(tx, tenantId))
  bank = await inTenant(tx => aChannel(tx, tenantId, 'bank', '招商银行'))
})

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => server.db.tenant(tenantId, work)
const call = (path: string, input: Record<string, unknown>, as: Caller = ann, key: string = newId()) =>
  server.call(path, input, { as, language: 'en', key })
const get = async (id: string) => (await call(`${DOCUMENT}/get`, { id })).data
const draft = (kind: DocumentKind, amount: string, fields: Record<string, unknown> = {}) => {
  const isPaid = kind === 'advancePaid' || kind === 'advanceReceived'
  return call(`${DOCUMENT}/save`, {
    kind,
    company,
    amount,
    issued: '2026-11-01',
    ...(isPaid ? { channel: bank } : { purpose: 'service' }),
    ...fields,
  })
}
async function confirmed(kind: DocumentKind, amount: string, fields: Record<string, unknown> = {}): Promise<string> {
  const saved = await draft(kind, amount, fields)
  if (!saved.success) throw new Error(JSON.stringify(saved.data ?? saved.msg))
  const done = await call(`${DOCUMENT}/confirm`, { id: saved.data.id })
  if (!done.success) throw new Error(done.msg)
  // Many payments of one person add up.
  if (done.data.waitsForApproval) await call('/api/platform/approval/approve', { id: done.data.approval }, bob)
  return saved.data.id
}
const lines = (debit: string, credit: string, amount: string, as = ann) =>
  call(`${DOCUMENT}/allocateLines`, { company, lines: [{ debit, credit, amount }] }, as)
/** Balances by code, in fen on the normal side of each account. */
async function balances(upTo = addDays(TODAY, 400)): Promise<Record<string, bigint>> {
  const { rows } = await inTenant(tx => trialBalance(tx, { tenantId, upTo }))
  return Object.fromEntries(rows.filter(row => row.balance_fen !== 0n).map(row => [row.code, row.balance_fen]))
}
const findings = async () =>
  (await inTenant(tx => verifyLedger(tx, { tenantId, now: 0, checks: DOCUMENT_CHECKS }))).findings

describe('a document', () => {
  test('is a draft that books nothing, and a debt once it is confirmed', async () => {
    const saved = await draft('payable', '1130', { tax: '130', purpose: 'electricity', theirNumber: 'DF-1' })
    expect(saved.success, saved.msg).toBe(true)
    expect(saved.data).toMatchObject({
      number: 'AP-2026-000001',
      state: 'draft',
      open: '0.00',
      due: '2026-12-01',
      currency: 'CNY',
    })
    expect(await balances()).toEqual({})
    const done = await call(`${DOCUMENT}/confirm`, { id: saved.data.id })
    expect(done.success, done.msg).toBe(true)
    expect(await get(saved.data.id)).toMatchObject({
      state: 'open',
      open: '1130.00',
      bookedOn: '2026-11-01',
      confirmedBy: 'Ann',
    })
    expect(await balances()).toEqual({ company_payable: 113_000n, electricity_cost: 100_000n, vat_input: 13_000n })
    const changed = await call(`${DOCUMENT}/save`, { id: saved.data.id, version: 2, amount: '1' })
    expect(changed.success).toBe(false)
    expect((await call(`${DOCUMENT}/del`, { ids: [saved.data.id] })).success).toBe(false)
    expect(await findings()).toEqual([])
  })

  test('of a receivable is income and VAT; each kind counts its own numbers', async () => {
    await confirmed('receivable', '113', { tax: '13' })
    expect(await balances()).toEqual({ company_receivable: 11_300n, service_revenue: 10_000n, vat_payable: 1_300n })
    expect((await draft('receivable', '1')).data.number).toBe('AR-2026-000002')
    expect((await draft('payable', '1')).data.number).toBe('AP-2026-000001')
  })

  test('is refused with fields of another kind, a tax that eats it, and due before its date; each at its field', async () => {
    const wrong = async (kind: DocumentKind, fields: Record<string, unknown>) =>
      Object.keys((await draft(kind, '100', fields)).data.fields ?? {}).toSorted()
    expect(await wrong('payable', { channel: bank })).toEqual(['channel'])
    expect(await wrong('payable', { purpose: null })).toEqual(['purpose'])
    expect(await wrong('payable', { tax: '100' })).toEqual(['tax'])
    expect(await wrong('advancePaid', { channel: null, purpose: 'rent', tax: '1' })).toEqual([
      'channel',
      'purpose',
      'tax',
    ])
    expect(await wrong('payable', { due: '2026-10-31' })).toEqual(['due'])
    expect(await wrong('payable', { amount: '0' })).toEqual(['amount'])
    expect(await wrong('payable', { amount: '0.001' })).toEqual(['amount'])
    expect(await wrong('payable', { company: newId() })).toEqual(['company'])
  })

  test('dated later than today is confirmed on its day; one of a suspended company is not', async () => {
    const later = await draft('payable', '10', { issued: '2026-11-21' })
    expect((await call(`${DOCUMENT}/confirm`, { id: later.data.id })).code).toBe('payables.issuedLater')
    clock.set(NOON + 86_400_000)
    expect((await call(`${DOCUMENT}/confirm`, { id: later.data.id })).success).toBe(true)
    const open = await draft('payable', '10')
    await call('/api/pricePollcya/company/suspend', { id: company, reason: 'x' })
    expect((await call(`${DOCUMENT}/confirm`, { id: open.data.id })).code).toBe('payables.companySuspended')
    expect(Object.keys((await draft('payable', '10')).data.fields)).toEqual(['company'])
    // What is open can still be paid.
    expect(await confirmed('advancePaid', '10')).toBeTruthy()
    expect((await call('/api/pricePollcya/company/del', { ids: [company] })).code).toBe('companies.inUse')
  })

  test('is cancelled by a reversal, unless something is set off against it', async () => {
    const id = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '40')
    expect((await lines(id, paid, '40')).success).toBe(true)
    expect((await call(`${DOCUMENT}/cancel`, { id, reason: 'x' })).code).toBe('payables.setOffFirst')
    const [made] = (await call('/api/payables/allocation/list', {})).data.list
    expect((await call('/api/payables/allocation/undo', { id: made.id, reason: '错' })).success).toBe(true)
    const cancelled = await call(`${DOCUMENT}/cancel`, { id, reason: '开错' })
    expect(cancelled.success, cancelled.msg).toBe(true)
    expect(await get(id)).toMatchObject({ state: 'cancelled', open: '0.00', cancelledOn: '2026-11-20' })
    expect(await balances()).toEqual({ advance_received: 4_000n, bank: 4_000n })
    expect(await findings()).toEqual([])
  })

  test('is not cancelled by one person where giving it up takes two; what we owe is', async () => {
    for (const kind of ['receivable', 'advanceReceived', 'advancePaid'] as const) {
      const id = await confirmed(kind, '300')
      const asked = await call(`${DOCUMENT}/cancel`, { id, reason: '开错' })
      expect(asked.data?.waitsForApproval, kind).toBe(true)
      expect(await get(id)).toMatchObject({ state: 'open', open: '300.00' })
      await call('/api/platform/approval/approve', { id: asked.data.approval }, bob)
      expect(await get(id)).toMatchObject({ state: 'cancelled' })
    }
    const owed = await confirmed('payable', '300')
    expect((await call(`${DOCUMENT}/cancel`, { id: owed, reason: '开错' })).data.waitsForApproval).toBeUndefined()
    expect(await get(owed)).toMatchObject({ state: 'cancelled' })
    expect(await findings()).toEqual([])
  })

  test('many are set off once, however often the same request comes', async () => {
    const bill = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '100')
    const input = { company, lines: [{ debit: bill, credit: paid, amount: '40' }] }
    const key = newId()
    const first = await call(`${DOCUMENT}/allocateLines`, input, ann, key)
    const again = await call(`${DOCUMENT}/allocateLines`, input, ann, key)
    expect(first.success, first.msg).toBe(true)
    expect(again.data).toEqual(first.data)
    expect(await get(bill)).toMatchObject({ open: '60.00' })
  })

  test('confirmed twice at once is booked once', async () => {
    const { data } = await draft('payable', '100')
    const answers = await Promise.all([
      call(`${DOCUMENT}/confirm`, { id: data.id }),
      call(`${DOCUMENT}/confirm`, { id: data.id }, bob),
    ])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(await balances()).toEqual({ company_payable: 10_000n, operating_cost: 10_000n })
  })

  test('of another tenant is nobody’s, nor is it for people who see a part of the company', async () => {
    const id = await confirmed('payable', '100')
    const stranger = callerWith({ tenantId: newId() })
    for (const path of ['get', 'confirm', 'cancel']) {
      const answer = await call(`${DOCUMENT}/${path}`, { id, reason: 'x' }, stranger)
      expect(answer.success, path).toBe(false)
    }
    const reader = callerWith({ tenantId, permissions: ['payables.document:read'], roles: [] })
    expect((await call(`${DOCUMENT}/get`, { id }, reader)).success).toBe(true)
    expect((await call(`${DOCUMENT}/confirm`, { id }, reader)).status).toBe(403)
  })
})

describe('a payment', () => {
  test('is an advance until it is set off, many to many and in parts', async () => {
    const [first, second] = [
      await confirmed('payable', '100', { purpose: 'rent' }),
      await confirmed('payable', '60', { purpose: 'rent', issued: '2026-11-05' }),
    ]
    const [big, small] = [await confirmed('advancePaid', '120'), await confirmed('advancePaid', '30')]
    expect(await balances()).toMatchObject({ company_payable: 16_000n, advance_paid: 15_000n, bank: -15_000n })
    const { data } = await server.call(`${DOCUMENT}/open`, { company }, { as: ann, method: 'GET' })
    expect(data.proposed.map((line: { amount: string }) => line.amount)).toEqual(['100.00', '20.00', '30.00'])
    const all = await call(`${DOCUMENT}/allocateLines`, { company, lines: data.proposed })
    expect(all.success, all.msg).toBe(true)
    expect(await get(first)).toMatchObject({ state: 'settled', open: '0.00' })
    expect(await get(second)).toMatchObject({ state: 'partSettled', open: '10.00' })
    for (const id of [big, small]) expect(await get(id)).toMatchObject({ state: 'settled' })
    expect(await balances()).toMatchObject({ company_payable: 1_000n, bank: -15_000n, rent_cost: 16_000n })
    expect(await findings()).toEqual([])
  })

  test('out waits for a second person from the limit on, and one in when it is more than one person is believed in a day', async () => {
    const { data } = await draft('advancePaid', '5000')
    const asked = await call(`${DOCUMENT}/confirm`, { id: data.id })
    expect(asked.data.waitsForApproval, asked.msg).toBe(true)
    expect(await get(data.id)).toMatchObject({ state: 'draft' })
    const [request] = (await call('/api/platform/approval/list', { filter: { state: 'waiting' } })).data.list
    expect((await call('/api/platform/approval/approve', { id: request.id })).success).toBe(false)
    const approved = await call('/api/platform/approval/approve', { id: request.id }, bob)
    expect(approved.success, approved.msg).toBe(true)
    expect(await get(data.id)).toMatchObject({ state: 'open', confirmedBy: 'Ann / Bob' })
    expect(await balances()).toEqual({ advance_paid: 500_000n, bank: -500_000n })
    const others = [await inTenant(tx => aCompany(tx, tenantId)), await inTenant(tx => aCompany(tx, tenantId))]
    const [second, third] = others
    const desk = await inTenant(tx => aChannel(tx, tenantId, 'cash', '前台'))
    // Cash: 10,000.00 of one company, by whomever. What came by a bank is on its statement, and adds up for the person alone.
    for (const [amount, of, channel, by, because] of [
      ['6000', company, desk, ann, undefined],
      ['4000', company, desk, bob, undefined],
      ['0.01', company, desk, ann, 'paidInMember'],
      ['10000', second, desk, ann, undefined],
      ['10001', third, desk, ann, 'paidInMember'],
      ['30000', company, bank, ann, undefined],
      ['4000.01', second, bank, ann, 'paidInPerson'],
    ] as const) {
      const paid = await draft('advanceReceived', amount, { company: of, channel, receipt: `SJ-${amount}` })
      const done = (await call(`${DOCUMENT}/confirm`, { id: paid.data.id }, by)).data
      const asked = done.approval && (await call('/api/platform/approval/get', { id: done.approval }, bob)).data
      expect(asked?.because, amount).toBe(because)
    }
  })

  test('in adds up for one person over all companies', async () => {
    let waits: unknown
    for (let at = 0; at < 6; at++) {
      const of = await inTenant(tx => aCompany(tx, tenantId))
      const paid = await draft('advanceReceived', '9000', { company: of })
      waits = (await call(`${DOCUMENT}/confirm`, { id: paid.data.id })).data.waitsForApproval
      expect(waits, String(at)).toBe(at === 5 ? true : undefined)
    }
  })

  test('shows its second person whose it is and where it goes, and is not what it was when that changes', async () => {
    const account = await inTenant(tx => aBankAccount(tx, tenantId, company))
    const { data } = await draft('advancePaid', '9000', { account, receipt: 'R-1', subject: '预付' })
    const { data: asked } = await call(`${DOCUMENT}/confirm`, { id: data.id })
    const request = (await call('/api/platform/approval/get', { id: asked.approval }, bob)).data
    expect(request.subject).toMatch(/^测试公司.* · PM-2026-000001$/)
    expect(JSON.stringify(request)).toContain('招商银行')
    const saved = await call(`${DOCUMENT}/save`, { id: data.id, version: data.version, issued: '2026-11-10' })
    expect(saved.success, saved.msg).toBe(true)
    expect((await call('/api/platform/approval/approve', { id: asked.approval }, bob)).success).toBe(false)
    expect(await get(data.id)).toMatchObject({ state: 'draft' })
  })

  test('made before is not used up by a debt that one person enters alone', async () => {
    const { data } = await draft('payable', '5000', { purpose: 'other' })
    expect((await call(`${DOCUMENT}/confirm`, { id: data.id })).data.waitsForApproval).toBe(true)
    expect(await get(data.id)).toMatchObject({ state: 'draft' })
  })

  test('made before is not used up by many small debts, one person’s of one company add up over a day', async () => {
    const owe = async (amount: string, of = company, by = ann) => {
      const { data } = await draft('payable', amount, { purpose: 'other', company: of })
      return (await call(`${DOCUMENT}/confirm`, { id: data.id }, by)).data
    }
    for (const amount of ['2000', '2999.99']) expect((await owe(amount)).waitsForApproval).toBeUndefined()
    const asked = await owe('0.01')
    expect(asked.waitsForApproval).toBe(true)
    expect((await call('/api/platform/approval/get', { id: asked.approval }, bob)).data).toMatchObject({
      because: 'companyDay',
    })
    // Another person's are apart, and so are those of another company.
    expect((await owe('4000', company, bob)).waitsForApproval).toBeUndefined()
    const other = await inTenant(tx => aCompany(tx, tenantId))
    expect((await owe('4999.99', other)).waitsForApproval).toBeUndefined()
  })

  test('made before is not used up by small debts confirmed at once', async () => {
    const drafts = await Promise.all([1, 2, 3, 4, 5].map(() => draft('payable', '1999', { purpose: 'other' })))
    const answers = await Promise.all(drafts.map(({ data }) => call(`${DOCUMENT}/confirm`, { id: data.id })))
    expect(answers.filter(({ data }) => data.waitsForApproval === undefined)).toHaveLength(2)
  })

  test('in cash without a receipt is nobody’s word alone', async () => {
    const till = await inTenant(tx => aChannel(tx, tenantId, 'cash', '前台'))
    for (const receipt of [null, '-', '\u200B', '0', '００']) {
      const bare = await draft('advanceReceived', '1', { channel: till, receipt })
      if (!bare.success) continue
      expect((await call(`${DOCUMENT}/confirm`, { id: bare.data.id })).data.waitsForApproval, String(receipt)).toBe(
        true,
      )
    }
    const proved = await draft('advanceReceived', '1', { channel: till, receipt: 'SJ-7' })
    expect((await call(`${DOCUMENT}/confirm`, { id: proved.data.id })).data.waitsForApproval).toBeUndefined()
  })

  test('goes to no account that was ended since it was chosen, whoever approves it', async () => {
    const account = await inTenant(tx => aBankAccount(tx, tenantId, company))
    const small = await draft('advancePaid', '10', { account })
    const large = await draft('advancePaid', '9000', { account })
    expect(small.success, small.msg).toBe(true)
    const asked = await call(`${DOCUMENT}/confirm`, { id: large.data.id })
    expect(asked.data.waitsForApproval).toBe(true)
    const ended = await call('/api/companies/bankAccount/end', { id: account, reason: '账户被冒用' })
    expect(ended.success, ended.msg).toBe(true)
    expect(Object.keys((await call(`${DOCUMENT}/confirm`, { id: small.data.id })).data.fields)).toEqual(['account'])
    const approved = await call('/api/platform/approval/approve', { id: asked.data.approval }, bob)
    expect(approved.success).toBe(false)
    expect(await get(large.data.id)).toMatchObject({ state: 'draft' })
    expect(await balances()).toEqual({})
  })

  test('by a receipt counts once', async () => {
    await confirmed('advanceReceived', '10', { receipt: 'SK-1' })
    for (const receipt of ['SK-1', 'sk1', ' ＳＫ－１ ', 'SK-1\u200B']) {
      const again = await draft('advanceReceived', '10', { receipt })
      if (!again.success) continue
      const refused = await call(`${DOCUMENT}/confirm`, { id: again.data.id })
      expect(refused.data.fields, receipt).toEqual({ receipt: 'Already used by PR-2026-000001' })
    }
    // Another channel has numbers of its own, and what was cancelled frees its receipt for the right entry.
    const elsewhere = await inTenant(tx => aChannel(tx, tenantId, 'bank', '工商银行'))
    expect(await confirmed('advanceReceived', '10', { receipt: 'SK-1', channel: elsewhere })).toBeTruthy()
    const [first] = (await call(`${DOCUMENT}/list`, { filter: { number: 'PR-2026-000001' } })).data.list
    expect((await call(`${DOCUMENT}/cancel`, { id: first.id, reason: '开错' })).success).toBe(true)
    expect(await confirmed('advanceReceived', '10', { receipt: 'sk 1' })).toBeTruthy()
  })

  test('by a receipt counts once over wallets and companies', async () => {
    const { memberId: member } = await inTenant(tx => aMember(tx, tenantId))
    const topUp = (receipt: string) =>
      call('/api/member/member/topUp', { id: member, principal: '10', gift: '0', channel: bank, receipt })
    await confirmed('advanceReceived', '10', { receipt: 'SK-1' })
    expect((await topUp('sk1')).data.fields).toEqual({ receipt: 'Already used by PR-2026-000001' })
    const credited = await topUp('SK-2')
    expect(credited.success, credited.msg).toBe(true)
    const again = await draft('advanceReceived', '10', { receipt: 'sk2' })
    const refused = await call(`${DOCUMENT}/confirm`, { id: again.data.id })
    const [payment] = (await call('/api/wallet/buyBill/list', {})).data.list
    expect(refused.data.fields).toEqual({ receipt: `Already used by ${payment.number}` })
    expect(await findings()).toEqual([])
  })

  test('of a wallet and of a company with one receipt at once is one payment', async () => {
    const { memberId: member } = await inTenant(tx => aMember(tx, tenantId))
    for (let round = 0; round < 6; round++) {
      const receipt = `R-${round}`
      const { data } = await draft('advanceReceived', '10', { receipt })
      const other = await draft('advanceReceived', '10', { receipt })
      const calls = [
        () => call('/api/member/member/topUp', { id: member, principal: '10', gift: '0', channel: bank, receipt }),
        () => call(`${DOCUMENT}/confirm`, { id: data.id }, bob),
        () => call(`${DOCUMENT}/confirm`, { id: other.data.id }),
      ]
      // Who comes first changes.
      const both = await Promise.all((round % 2 ? calls : calls.toReversed()).map(one => one()))
      expect(both.filter(({ success }) => success)).toHaveLength(1)
      const refused = both.filter(({ success }) => !success).flatMap(({ data: answer }) => Object.keys(answer.fields))
      expect(refused).toEqual(['receipt', 'receipt'])
    }
    expect(await findings()).toEqual([])
  })

  test('is not more than what is open, of one side, or of another company', async () => {
    const id = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '40')
    expect((await lines(id, paid, '40.01')).code).toBe('payables.moreThanOpen')
    expect((await lines(paid, id, '1')).code).toBe('payables.otherSide')
    expect((await lines(id, paid, '0')).success).toBe(false)
    expect((await lines(id, newId(), '1')).success).toBe(false)
    const other = await inTenant(tx => aCompany(tx, tenantId))
    const theirs = await confirmed('advanceReceived', '40', { company: other })
    expect((await lines(id, theirs, '1')).code).toBe('payables.otherCompany')
    expect(await get(id)).toMatchObject({ open: '100.00' })
  })

  test('all lines are set off or none', async () => {
    const id = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '100')
    const answer = await call(`${DOCUMENT}/allocateLines`, {
      company,
      lines: [
        { debit: id, credit: paid, amount: '60' },
        { debit: id, credit: paid, amount: '50' },
      ],
    })
    expect(answer.code).toBe('payables.moreThanOpen')
    expect(await get(id)).toMatchObject({ open: '100.00', state: 'open' })
    expect(await balances()).toMatchObject({ company_receivable: 10_000n, advance_received: 10_000n })
  })

  test('set off 16 times at once takes what is open and no more', async () => {
    const id = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '1000')
    const other = await confirmed('payable', '1000')
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => lines(id, at % 2 === 0 ? paid : other, '15')),
    )
    expect(answers.filter(answer => answer.success)).toHaveLength(6)
    expect(await get(id)).toMatchObject({ open: '10.00' })
    expect(await findings()).toEqual([])
  })

  test('the same request again sets off once', async () => {
    const id = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '100')
    const key = newId()
    const input = { id: paid, against: id, amount: '10' }
    await call(`${DOCUMENT}/allocate`, input, ann, key)
    const again = await call(`${DOCUMENT}/allocate`, input, ann, key)
    expect(again.success, again.msg).toBe(true)
    expect(await get(id)).toMatchObject({ open: '90.00' })
  })
})

describe('what is open', () => {
  test('receivable and payable of one company settle each other, and an advance is given back by a payment out', async () => {
    const owed = await confirmed('receivable', '100')
    const owing = await confirmed('payable', '70')
    expect((await call(`${DOCUMENT}/allocate`, { id: owed, against: owing, amount: '70' })).success).toBe(true)
    expect(await get(owing)).toMatchObject({ state: 'settled' })
    const got = await confirmed('advanceReceived', '50')
    const back = await confirmed('advancePaid', '50')
    expect((await lines(back, got, '50')).success).toBe(true)
    expect(await balances()).toEqual({ company_receivable: 3_000n, service_revenue: 10_000n, operating_cost: 7_000n })
    expect(await findings()).toEqual([])
  })

  test('is not given up by one person through a debt that the same person enters', async () => {
    const owed = await confirmed('receivable', '9000')
    const owing = await confirmed('payable', '9000', { purpose: 'other' })
    expect((await lines(owed, owing, '9000')).code).toBe('payables.netByItself')
    for (const [id, against] of [
      [owed, owing],
      [owing, owed],
    ]) {
      const asked = await call(`${DOCUMENT}/allocate`, { id, against, amount: '9000' })
      expect(asked.data.waitsForApproval, asked.msg).toBe(true)
    }
    // Nor in pieces below the limit: they add up.
    const answers = []
    for (let at = 0; at < 9; at++)
      answers.push(await call(`${DOCUMENT}/allocate`, { id: owed, against: owing, amount: '199' }))
    expect(answers.map(answer => answer.data?.waitsForApproval === true)).toContain(true)
    const { list } = (await call('/api/platform/approval/list', { filter: { state: 'waiting' } })).data
    const before = await get(owed)
    const approved = await call('/api/platform/approval/approve', { id: list[0].id }, bob)
    expect(approved.success, approved.msg).toBe(true)
    expect(Number((await get(owed)).open)).toBeLessThan(Number(before.open))
    expect(await findings()).toEqual([])
  })

  test('is undone one at a time', async () => {
    const id = await confirmed('receivable', '100')
    const paid = await confirmed('advanceReceived', '100')
    for (const amount of ['10', '20', '30']) await lines(id, paid, amount)
    const { list } = (await call('/api/payables/allocation/list', { filter: { debit: id } })).data
    const twenty = list.find((one: { amount: string }) => one.amount === '20.00')
    const undo = (as: Caller) => call('/api/payables/allocation/undo', { id: twenty.id, reason: '错配' }, as)
    const answers = await Promise.all([undo(ann), undo(bob)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(await get(id)).toMatchObject({ open: '60.00' })
    const after = (await call('/api/payables/allocation/list', { filter: { debit: id, state: 'live' } })).data
    expect(after.list.map((one: { amount: string }) => one.amount).toSorted()).toEqual(['10.00', '30.00'])
    expect(await balances()).toMatchObject({ company_receivable: 6_000n, advance_received: 6_000n })
    expect(await findings()).toEqual([])
  })

  test('is written off by one person below the limit and by two from it on; undone it is open again', async () => {
    const id = await confirmed('receivable', '500')
    const small = await call(`${DOCUMENT}/writeOff`, { id, amount: '199.99', reason: '尾差' })
    expect(small.data.waitsForApproval).toBeUndefined()
    const large = await call(`${DOCUMENT}/writeOff`, { id, amount: '200', reason: '无法收回' })
    expect(large.data.waitsForApproval, large.msg).toBe(true)
    expect(await get(id)).toMatchObject({ open: '300.01', writtenOff: '199.99', state: 'partSettled' })
    expect(await balances()).toMatchObject({ bad_debt: 19_999n, company_receivable: 30_001n })
    const [made] = (await call('/api/payables/allocation/list', { filter: { kind: 'writeOff' } })).data.list
    await call('/api/payables/allocation/undo', { id: made.id, reason: '收回' })
    expect(await get(id)).toMatchObject({ open: '500.00', writtenOff: '0.00', state: 'open' })
    expect(await findings()).toEqual([])
  })

  test('its journals are not reversed by themselves', async () => {
    const id = await confirmed('payable', '10')
    const [journal] = await inTenant(tx =>
      tx.query({ id: col.uuid }, 'select journal_id as id from payables_document where tenant_id = $1 and id = $2', [
        tenantId,
        id,
      ]),
    )
    const answer = await call('/api/ledger/journal/reverse', { id: journal?.id, reason: 'x' })
    expect(answer.code).toBe('payables.cancelInstead')
  })

  test('a dispute has a reason and ends', async () => {
    const id = await confirmed('payable', '10')
    await call(`${DOCUMENT}/dispute`, { id, reason: '工时不符' })
    expect(await get(id)).toMatchObject({ disputedReason: '工时不符', state: 'open' })
    const paid = await confirmed('advancePaid', '10')
    const { data } = await server.call(`${DOCUMENT}/open`, { company }, { as: ann, method: 'GET' })
    expect(data.proposed).toEqual([])
    expect((await lines(paid, id, '10')).success).toBe(true)
  })
})

describe('a request for a second person', () => {
  const request = async (id: string) => (await call('/api/platform/approval/get', { id }, bob)).data
  const approve = (id: string) => call('/api/platform/approval/approve', { id }, bob)
  const ask = async (command: string, input: Record<string, unknown>): Promise<string> => {
    const { data, msg } = await call(`${DOCUMENT}/${command}`, input)
    if (!data?.waitsForApproval) throw new Error(`${command} does not wait: ${msg}`)
    return data.approval
  }

  test('ends with its draft, deleted or edited, and says so; what matters to nobody ends nothing', async () => {
    const { data } = await draft('advancePaid', '9000')
    const edited = await ask('confirm', { id: data.id })
    const { data: saved } = await call(`${DOCUMENT}/save`, { id: data.id, version: data.version, amount: '8000' })
    expect(await request(edited)).toMatchObject({ state: 'outdated', decidedBy: 'Ann', instead: 'update' })
    expect((await approve(edited)).code).toBe('platform.approvalOutdated')
    const deleted = await ask('confirm', { id: data.id })
    const same = await call(`${DOCUMENT}/save`, { id: data.id, version: saved.version, amount: '8000' })
    expect(same.success, same.msg).toBe(true)
    expect(await request(deleted)).toMatchObject({ state: 'waiting' })
    expect((await call(`${DOCUMENT}/del`, { ids: [data.id] }, bob)).success).toBe(true)
    expect(await request(deleted)).toMatchObject({ state: 'outdated', decidedBy: 'Bob', instead: 'delete' })
    expect((await approve(deleted)).code).toBe('platform.recordDeleted')
  })

  test('ends with what is set off against its document, and with what is undone', async () => {
    const owed = await confirmed('receivable', '900')
    const paid = await confirmed('advanceReceived', '100')
    const first = await ask('writeOff', { id: owed, amount: '900', reason: '坏账' })
    expect((await lines(owed, paid, '100', bob)).success).toBe(true)
    expect(await request(first)).toMatchObject({ state: 'outdated', decidedBy: 'Bob' })
    const second = await ask('writeOff', { id: owed, amount: '800', reason: '坏账' })
    const [made] = (await call('/api/payables/allocation/list', {})).data.list
    await call('/api/payables/allocation/undo', { id: made.id, reason: '错' }, bob)
    expect(await request(second)).toMatchObject({
      state: 'outdated',
      decidedBy: 'Bob',
      instead: 'payables.allocation.undo',
      note: '错',
    })
  })

  test('of a netting rests on both documents: it ends with either, and stands in nobody’s way', async () => {
    const owed = await confirmed('receivable', '900')
    const owing = await confirmed('payable', '900')
    const one = await ask('allocate', { id: owed, against: owing, amount: '900' })
    const other = await ask('allocate', { id: owing, against: owed, amount: '900' })
    expect((await approve(one)).success).toBe(true)
    expect(await request(other)).toMatchObject({ state: 'outdated' })
    const [next, gone] = [await confirmed('receivable', '900'), await confirmed('payable', '900')]
    const waiting = await ask('allocate', { id: next, against: gone, amount: '900' })
    expect((await call(`${DOCUMENT}/cancel`, { id: gone, reason: '开错' })).success).toBe(true)
    expect(await request(waiting)).toMatchObject({ state: 'outdated', instead: 'cancel' })
    const third = await confirmed('payable', '900')
    const again = await ask('allocate', { id: next, against: third, amount: '900' })
    await call(`${DOCUMENT}/dispute`, { id: third, reason: '数量不符' })
    expect(await request(again)).toMatchObject({ state: 'outdated', instead: 'dispute' })
    await call(`${DOCUMENT}/endDispute`, { id: third })
    const last = await ask('allocate', { id: next, against: third, amount: '900' })
    await call(`${DOCUMENT}/dispute`, { id: next, reason: '数量不符' })
    expect(await request(last)).toMatchObject({ state: 'outdated', instead: 'dispute' })
  })

  test('of a netting shows both documents, from whichever side it was asked', async () => {
    const owed = await confirmed('receivable', '900', { subject: '十月服务费', theirNumber: 'KH-1' })
    const owing = await confirmed('payable', '700', { subject: '车主 13812345678 赔付', theirNumber: 'GY-9' })
    const first = await ask('allocate', { id: owed, against: owing, amount: '300' })
    expect(await request(first)).toMatchObject({
      subject: expect.stringMatching(/^测试公司.* · AR-2026-000001 · AP-2026-000001$/),
      input: {
        amount: '300.00',
        company: expect.stringContaining('测试公司'),
        subject: '十月服务费',
        theirNumber: 'KH-1',
        total: '900.00',
        open: '900.00',
        enteredBy: ann.userId,
        againstSubject: '车主 138****5678 赔付',
        againstTheirNumber: 'GY-9',
        againstTotal: '700.00',
        againstOpen: '700.00',
        againstEnteredBy: ann.userId,
      },
      asked: { labels: { 'payables.document': { [owing]: 'AP-2026-000001' } } },
    })
    const second = await ask('allocate', { id: owing, against: owed, amount: '300' })
    expect(await request(second)).toMatchObject({
      input: { subject: '车主 138****5678 赔付', againstSubject: '十月服务费' },
    })
  })

  test('against one document is not closed by asking for another', async () => {
    const owed = await confirmed('receivable', '900')
    const [one, other] = [await confirmed('payable', '900'), await confirmed('payable', '800')]
    const first = await ask('allocate', { id: owed, against: one, amount: '900' })
    const second = await call(`${DOCUMENT}/allocate`, { id: owed, against: other, amount: '800' })
    expect(second.code).toBe('platform.approvalWaits')
    expect(await request(first)).toMatchObject({ state: 'waiting' })
  })

  test('ends with the account that the money would go to', async () => {
    const account = await inTenant(tx => aBankAccount(tx, tenantId, company))
    const { data } = await draft('advancePaid', '9000', { account })
    const asked = await ask('confirm', { id: data.id })
    await call('/api/companies/bankAccount/end', { id: account, reason: '账户被冒用' }, bob)
    expect(await request(asked)).toMatchObject({
      state: 'outdated',
      decidedBy: 'Bob',
      instead: 'companies.bankAccount.end',
      note: '账户被冒用',
    })
  })

  test('approved while its document is being set off ends in one of both, never in neither', async () => {
    for (let round = 0; round < 6; round++) {
      const owed = await confirmed('receivable', '900')
      const paid = await confirmed('advanceReceived', '100')
      const asked = await ask('writeOff', { id: owed, amount: '900', reason: '坏账' })
      const [approved, set] = await Promise.all([approve(asked), lines(owed, paid, '100')])
      expect([approved.success, set.success].filter(Boolean)).toHaveLength(1)
      await call(`${DOCUMENT}/dispute`, { id: await confirmed('receivable', '1'), reason: 'x' })
      expect((await request(asked)).state).toBe(approved.success ? 'approved' : 'outdated')
    }
    expect(await findings()).toEqual([])
  })
})

describe('a record of another module', () => {
  test('is one document, however often it is told; another amount is refused', async () => {
    const asked = {
      kind: 'payable' as const,
      companyId: company,
      source: { type: 'contracts.month', id: 'C1-2026-10' },
      amount: fen(1_000n),
      tax: fen(60n),
      purpose: 'rent' as const,
      subject: '十月租金',
      issued: businessDay('2026-11-01'),
    }
    const deed = { tenantId, actor: 'test', now: NOON }
    const first = await inTenant(tx => recordDocument(tx, deed, asked))
    const again = await Promise.all([1, 2, 3].map(() => inTenant(tx => recordDocument(tx, deed, asked))))
    expect(first.isNew).toBe(true)
    for (const one of again) expect(one).toEqual({ id: first.id, isNew: false })
    await expect(inTenant(tx => recordDocument(tx, deed, { ...asked, amount: fen(2_000n) }))).rejects.toMatchObject({
      code: 'ledger.keyReused',
    })
    expect(await get(first.id)).toMatchObject({ state: 'open', sourceType: 'contracts.month', due: '2026-12-01' })
    expect(await balances()).toEqual({ company_payable: 1_000n, rent_cost: 940n, vat_input: 60n })
  })
})

describe('a statement', () => {
  const STATEMENT = '/api/payables/statement'
  const prepare = (firstDay: string, lastDay: string, fields: Record<string, unknown> = {}) =>
    call(`${STATEMENT}/prepare`, { company, firstDay, lastDay, ...fields })

  test('has the balances before and after, every movement between, and equals the control accounts', async () => {
    await confirmed('receivable', '100', { issued: '2026-10-10' })
    const owed = await confirmed('receivable', '50', { issued: '2026-11-02' })
    await confirmed('payable', '30', { issued: '2026-11-03' })
    const got = await confirmed('advanceReceived', '60', { issued: '2026-11-04' })
    await lines(owed, got, '50')
    await call(`${DOCUMENT}/writeOff`, { id: got, amount: '4', reason: '无人认领' })
    const { data, msg } = await prepare('2026-11-01', '2026-11-20')
    const row = (await call(`${STATEMENT}/get`, { id: data?.id })).data
    expect(row, msg).toMatchObject({ state: 'draft', edition: 1, opening: '100.00', closing: '64.00', lineCount: 4 })
    expect(row.lines.map((line: { amount: string }) => line.amount)).toEqual(['5000', '-3000', '-6000', '400'])
    const {
      company_receivable: a = 0n,
      advance_paid: b = 0n,
      company_payable: c = 0n,
      advance_received: d = 0n,
    } = await balances()
    expect(a + b - c - d).toBe(6_400n)
    const paper = await server.call(`${STATEMENT}/paper`, { id: row.id, kind: 'statement' }, { as: ann, method: 'GET' })
    expect(paper.text.slice(0, 5)).toBe('%PDF-')
  })

  test('stays as it was prepared; the next edition supersedes it when it is sent', async () => {
    await confirmed('receivable', '100', { issued: '2026-11-02' })
    const first = (await prepare('2026-11-01', '2026-11-20')).data.id
    await call(`${STATEMENT}/send`, { id: first })
    await confirmed('receivable', '1', { issued: '2026-11-03' })
    expect((await call(`${STATEMENT}/get`, { id: first })).data).toMatchObject({
      state: 'sent',
      closing: '100.00',
      sentBy: 'Ann',
    })
    expect((await call(`${STATEMENT}/dispute`, { id: first, answer: '少一张' })).success).toBe(true)
    const second = (await prepare('2026-11-01', '2026-11-20')).data.id
    expect((await call(`${STATEMENT}/get`, { id: second })).data).toMatchObject({
      edition: 2,
      closing: '101.00',
      state: 'draft',
    })
    expect((await call(`${STATEMENT}/accept`, { id: second })).success).toBe(false)
    await call(`${STATEMENT}/send`, { id: second })
    expect((await call(`${STATEMENT}/get`, { id: first })).data).toMatchObject({
      state: 'superseded',
      answer: '少一张',
    })
    expect((await call(`${STATEMENT}/accept`, { id: second })).success).toBe(true)
    expect((await call(`${STATEMENT}/send`, { id: second })).success).toBe(false)
  })

  test('of an older edition is not sent after a later one', async () => {
    const first = (await prepare('2026-11-01', '2026-11-20')).data.id
    await confirmed('receivable', '77', { issued: '2026-11-03' })
    const second = (await prepare('2026-11-01', '2026-11-20')).data.id
    await call(`${STATEMENT}/send`, { id: second })
    await call(`${STATEMENT}/accept`, { id: second })
    expect((await call(`${STATEMENT}/send`, { id: first })).code).toBe('payables.newerSent')
    expect((await call(`${STATEMENT}/get`, { id: second })).data).toMatchObject({ state: 'accepted' })
  })

  test('shows numbers of people in subjects as documents do', async () => {
    await confirmed('receivable', '77', { issued: '2026-11-03', subject: '王小明 13812345678 退款' })
    const { id } = (await prepare('2026-11-01', '2026-11-20')).data
    const masked = callerWith({ tenantId, permissions: ['payables.statement:read'], roles: [] })
    const shown = async (as: Caller) => [
      JSON.stringify((await call(`${STATEMENT}/get`, { id }, as)).data.lines),
      JSON.stringify((await call(`${STATEMENT}/list`, {}, as)).data.list),
    ]
    for (const text of await shown(masked)) expect(text).not.toContain('13812345678')
    expect((await shown(ann))[0]).toContain('13812345678')
  })

  test('is for days in order that are over, at most a year', async () => {
    const wrong = async (first: string, last: string) => Object.keys((await prepare(first, last)).data.fields ?? {})
    expect(await wrong('2026-11-20', '2026-11-19')).toEqual(['lastDay'])
    expect(await wrong('2026-11-01', '2026-11-21')).toEqual(['lastDay'])
    expect(await wrong('2025-01-01', '2026-11-01')).toEqual(['firstDay'])
  })
})

describe('ageing', () => {
  test('of a day that is none is refused at the field', async () => {
    for (const day of ['2026-02-31', '2026-99-99', 'x']) {
      const answer = await call(`${DOCUMENT}/ageing`, { kind: 'receivable', day })
      expect(answer.code, day).toBe('kernel.invalid')
      expect(Object.keys(answer.data.fields)).toEqual(['day'])
    }
  })

  test('puts what is open into its bucket; the due day itself is not late', async () => {
    for (const [due, amount] of [
      ['2026-11-20', '1'],
      ['2026-11-19', '2'],
      ['2026-10-21', '4'],
      ['2026-10-20', '8'],
      ['2026-09-21', '16'],
      ['2026-09-20', '32'],
      ['2026-08-22', '64'],
      ['2026-08-21', '128'],
    ])
      await confirmed('receivable', amount ?? '', { issued: '2026-08-01', due })
    const { data } = await server.call(
      `${DOCUMENT}/ageing`,
      { kind: 'receivable', byCompany: 'true' },
      { as: ann, method: 'GET' },
    )
    expect(data).toMatchObject({
      day: '2026-11-20',
      isPast: false,
      total: '255.00',
      buckets: { notDue: '1.00', to30: '6.00', to60: '24.00', to90: '96.00', over90: '128.00' },
    })
    expect(data.companies).toMatchObject([{ id: company, total: '255.00' }])
  })

  test('of all companies on a day is a file that ends with their sum', async () => {
    const other = await inTenant(tx => aCompany(tx, tenantId, { name: '=1+1公司' }))
    await confirmed('receivable', '100', { due: '2026-11-01' })
    await confirmed('receivable', '23.5', { company: other, due: '2026-12-01' })
    const ask = (day: string, as = ann) =>
      server.call(
        `${DOCUMENT}/ageing/export`,
        { kind: 'receivable', day, format: 'csv' },
        { as, language: 'en', method: 'GET' },
      )
    const { text } = await ask('2026-11-20')
    const lines = text.trim().split(/\r?\n/)
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toBe('Total,123.50,23.50,100.00,0.00,0.00,0.00')
    expect(text).not.toMatch(/^=1/m)
    expect((await ask('2026-10-31')).text.trim().split(/\r?\n/)).toHaveLength(2)
    expect((await ask('2026-11-20', callerWith({ tenantId, permissions: ['payables.document:read'] }))).status).toBe(
      403,
    )
  })

  test('of any day is the balance of the control account, after payments, undone ones, write-offs and cancellations', async () => {
    let day = businessDay('2026-06-01')
    let seed = 7
    const dice = (sides: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * sides)
    }
    const open: Record<DocumentKind, string[]> = { receivable: [], payable: [], advanceReceived: [], advancePaid: [] }
    const live: string[] = []
    for (let step = 0; step < 90; step++) {
      day = addDays(day, dice(4))
      clock.set(Date.parse(`${day}T04:00:00Z`))
      const kind = DOCUMENT_KINDS[dice(4)] ?? 'payable'
      const what = dice(6)
      if (what < 3)
        open[kind].push(await confirmed(kind, `${1 + dice(400)}.${10 + dice(90)}`, { issued: addDays(day, -dice(9)) }))
      else if (what === 3) {
        const [debits, credits] = [
          [...open.receivable, ...open.advancePaid],
          [...open.payable, ...open.advanceReceived],
        ]
        const answer = await lines(
          debits[dice(debits.length)] ?? newId(),
          credits[dice(credits.length)] ?? newId(),
          `${1 + dice(60)}`,
        )
        if (answer.success) live.push(answer.data.allocations[0])
      } else if (what === 4 && live.length > 0) {
        await call('/api/payables/allocation/undo', { id: live.splice(dice(live.length), 1)[0], reason: 'x' })
      } else {
        const id = open[kind][dice(open[kind].length)]
        if (id && dice(2) === 0) await call(`${DOCUMENT}/writeOff`, { id, amount: '0.5', reason: 'x' })
        else if (id) await call(`${DOCUMENT}/cancel`, { id, reason: 'x' })
      }
    }
    expect(await findings()).toEqual([])
    const documents = await inTenant(tx =>
      tx.query(
        {
          id: col.uuid,
          kind: col.oneOf(DOCUMENT_KINDS),
          due: col.day,
          amount: col.fen,
          booked: col.day,
          cancelled: col.day.orNull,
        },
        `select id, kind, due, amount_fen as amount, booked_on as booked, cancelled_on as cancelled from payables_document
         where tenant_id = $1 and booked_on is not null`,
        [tenantId],
      ),
    )
    const allocations = await inTenant(tx =>
      tx.query(
        { debit: col.uuid.orNull, credit: col.uuid.orNull, amount: col.fen, booked: col.day, undone: col.day.orNull },
        `select debit_id as debit, credit_id as credit, amount_fen as amount, booked_on as booked, undone_on as undone
         from payables_allocation where tenant_id = $1`,
        [tenantId],
      ),
    )
    expect(documents.length).toBeGreaterThan(25)
    expect(allocations.some(one => one.undone !== null)).toBe(true)
    expect(documents.some(one => one.cancelled !== null)).toBe(true)
    /** What was open at the end of a day, as the rule says it. */
    const openOn = (one: (typeof documents)[number], at: string): bigint =>
      one.booked > at || (one.cancelled !== null && one.cancelled <= at)
        ? 0n
        : allocations
            .filter(({ debit, credit }) => debit === one.id || credit === one.id)
            .filter(({ booked, undone }) => booked <= at && (undone === null || undone > at))
            .reduce((rest, { amount }) => rest - amount, one.amount as bigint)
    const lateOf = (due: string, at: string): string => {
      const late = (Date.parse(at) - Date.parse(due)) / 86_400_000
      return late <= 0 ? 'notDue' : late <= 30 ? 'to30' : late <= 60 ? 'to60' : late <= 90 ? 'to90' : 'over90'
    }
    await inTenant(async tx => {
      for (let turn = 0; turn < 1_000; turn++) {
        const at = addDays(businessDay('2026-05-20'), dice(330))
        const kind = DOCUMENT_KINDS[turn % 4] ?? 'payable'
        const expected: Record<string, bigint> = { notDue: 0n, to30: 0n, to60: 0n, to90: 0n, over90: 0n }
        for (const one of documents.filter(document => document.kind === kind))
          expected[lateOf(one.due, at)] = (expected[lateOf(one.due, at)] ?? 0n) + openOn(one, at)
        const ageing = await ageingOf(tx, { tenantId, kind, day: at })
        expect(ageing, `${kind} on ${at}`).toEqual(expected)
        if (turn % 25 > 0) continue
        const { rows } = await trialBalance(tx, { tenantId, upTo: at })
        const control = rows.find(row => row.code === CONTROL[kind])?.balance_fen ?? 0n
        expect(
          Object.values(ageing).reduce((sum, amount) => sum + amount, 0n),
          `${kind} on ${at}`,
        ).toBe(control)
      }
    })
    expect(businessDayOf(clock.now(), 'Asia/Shanghai')).toBe(day)
  }, 120_000)
})
