import { aTenant } from '@wattyard/identity/testing'
import { platformModule } from '@wattyard/platform/server'
import { type Caller, col, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCompany, aCreditCode } from '../testing/index.ts'
import { companiesModule, warnOfLicences } from './index.ts'

const used = new Set<string>()
let server: TestServer
let tenantId: string
let ann: Caller
let bob: Caller

beforeAll(async () => {
  server = await testServer({
    modules: [platformModule, companiesModule({ companiesInUse: async () => used, now: () => 0 })],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  tenantId = (await aTenant(server.db)).tenantId
  ann = callerWith({ tenantId, displayName: 'Ann' })
  bob = callerWith({ tenantId, displayName: 'Bob' })
})

const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => server.db.tenant(tenantId, work)
const call = (path: string, input: Record<string, unknown>, as: Caller = ann) =>
  server.call(path, input, { as, language: 'en', key: newId() })
const COMPANY = '/api/pricePollcya/company'
const ACCOUNT = '/api/companies/bankAccount'
const save = (fields: Record<string, unknown> = {}, as = ann) =>
  call(`${COMPANY}/save`, { name: '深圳速达城市配送有限公司', kinds: ['fleet'], ...fields }, as)
const enter = async (companyId: string, fields: Record<string, unknown> = {}, as = ann) =>
  call(`${ACCOUNT}/save`, { company: companyId, bank: '招商银行', number: '755 9000 1821 0605', ...fields }, as)
const get = async (id: string) => (await call(`${ACCOUNT}/get`, { id })).data
const events = (topic: string) =>
  inTenant(async tx => {
    const rows = await tx.query(
      { key: col.text },
      'select key from kernel_outbox where tenant_id = $1 and topic = $2 order by id',
      [tenantId, topic],
    )
    return rows.map(row => row.key)
  })

describe('a company', () => {
  test('keeps its credit code without signs, starts active with 30 days, and is found by it', async () => {
    const taxNumber = aCreditCode()
    const saved = await save({ taxNumber: ` ${taxNumber.slice(0, 9)} ${taxNumber.slice(9).toLowerCase()}` })
    expect(saved.success, saved.msg).toBe(true)
    expect(saved.data).toMatchObject({
      taxNumber,
      state: 'active',
      termDays: 30,
      country: 'CN',
      contacts: 0,
      accounts: 0,
    })
    const found = await call(`${COMPANY}/list`, { q: taxNumber })
    expect(found.data.list).toHaveLength(1)
  })

  test('is refused with a wrong code, at its field and in the language of the caller', async () => {
    expect((await save({ taxNumber: '91440300708461136X' })).data.fields).toEqual({
      taxNumber: 'This is no valid credit code: its check character is wrong. Check each character',
    })
    const spanish = await server.call(
      `${COMPANY}/save`,
      { name: 'Uno S.L.', kinds: ['supplier'], country: 'ES', taxNumber: 'B00000000' },
      { as: ann, language: 'es', key: newId() },
    )
    expect(spanish.data.fields).toEqual({ taxNumber: 'No es un NIF válido. Revise la letra y los dígitos' })
    // The country alone changes: the number is checked again.
    const saved = await save({ taxNumber: aCreditCode() })
    const moved = await call(`${COMPANY}/save`, { id: saved.data.id, version: saved.data.version, country: 'ES' })
    expect(Object.keys(moved.data.fields)).toEqual(['taxNumber'])
  })

  test('has a code of its own in the tenant, also in two saves at once', async () => {
    const taxNumber = aCreditCode()
    const answers = await Promise.all([save({ taxNumber }), save({ taxNumber, name: '另一家公司' })])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(answers.find(answer => !answer.success)?.data.fields).toEqual({ taxNumber: 'Already in use' })
  })

  test('needs a kind, dates in order, and the kind operator for one of our operators', async () => {
    expect(Object.keys((await save({ kinds: [] })).data.fields)).toEqual(['kinds'])
    expect(Object.keys((await save({ licenceFrom: '2026-05-01', licenceUntil: '2026-04-30' })).data.fields)).toEqual([
      'licenceUntil',
    ])
    const many = { termDays: 366, termMonthDay: 32 }
    expect(Object.keys((await save(many)).data.fields).toSorted()).toEqual(['termDays', 'termMonthDay'])
  })

  test('names others with a similar name, and itself not', async () => {
    const { data } = await save()
    const ask = async (input: Record<string, unknown>) =>
      (await server.call(`${COMPANY}/similar`, input, { as: ann, method: 'GET' })).data.list
    expect(await ask({ name: '深圳市速达城市配送有限责任公司' })).toMatchObject([{ id: data.id }])
    expect(await ask({ name: '深圳市速达城市配送有限责任公司', except: data.id })).toEqual([])
    expect(await ask({ name: '珠海横琴智桩投资' })).toEqual([])
    const stranger = callerWith({ tenantId: newId() })
    expect(
      (await server.call(`${COMPANY}/similar`, { name: '深圳速达城市配送' }, { as: stranger, method: 'GET' })).data
        .list,
    ).toEqual([])
  })

  test('of a sheet with a similar name is imported and reported', async () => {
    await save()
    const rows = [
      { line: 2, values: { name: '深圳速达城市配送有限责任公司', kinds: 'Fleet', country: 'China', termDays: '30' } },
    ]
    const { data } = await call(`${COMPANY}/import`, { dryRun: true, rows })
    expect(data.rows).toEqual([])
    expect(JSON.stringify(data.warnings)).toContain('深圳速达城市配送有限公司')
  })

  test('is suspended with a reason and resumed; one in use is not deleted', async () => {
    const { data } = await save()
    expect((await call(`${COMPANY}/suspend`, { id: data.id, reason: '执照到期' })).success).toBe(true)
    expect((await call(`${COMPANY}/get`, { id: data.id })).data).toMatchObject({
      state: 'suspended',
      suspendedReason: '执照到期',
    })
    expect((await call(`${COMPANY}/suspend`, { id: data.id, reason: 'x' })).success).toBe(false)
    expect((await call(`${COMPANY}/resume`, { id: data.id })).success).toBe(true)
    used.add(data.id)
    expect(await call(`${COMPANY}/del`, { ids: [data.id] })).toMatchObject({ code: 'companies.inUse' })
    used.clear()
    await enter(data.id)
    await call('/api/companies/contact/save', { company: data.id, name: '陈思远' })
    expect((await call(`${COMPANY}/del`, { ids: [data.id] })).success).toBe(true)
  })
})

describe('a bank account', () => {
  let company: string
  beforeEach(async () => {
    company = await inTenant(tx => aCompany(tx, tenantId))
  })

  test('is entered by one person and confirmed by another, and is then the preferred one', async () => {
    const entered = await enter(company)
    expect(entered.success, entered.msg).toBe(true)
    expect(entered.data).toMatchObject({
      number: '755900018210605',
      state: 'entered',
      preferred: false,
      enteredBy: 'Ann',
    })
    expect(await events('companies.account-entered')).toEqual([entered.data.id])
    const own = await call(`${ACCOUNT}/confirm`, { id: entered.data.id })
    expect(own.data.waitsForApproval, own.msg).toBe(true)
    expect(await get(entered.data.id)).toMatchObject({ state: 'entered' })
    const other = await call(`${ACCOUNT}/confirm`, { id: entered.data.id }, bob)
    expect(other.success, other.msg).toBe(true)
    expect(other.data.waitsForApproval).toBeUndefined()
    expect(await get(entered.data.id)).toMatchObject({ state: 'confirmed', preferred: true, confirmedBy: 'Bob' })
    expect(await events('companies.account-settled')).toEqual([entered.data.id])
    expect((await call(`${ACCOUNT}/confirm`, { id: entered.data.id }, bob)).code).toBe('companies.accountDecided')
  })

  test('is not edited: what a save states beside the note is refused', async () => {
    const { data } = await enter(company)
    for (const fields of [{ number: '123456789' }, { bank: '假银行' }, { holder: '别人' }]) {
      const answer = await call(`${ACCOUNT}/save`, { id: data.id, version: data.version, ...fields })
      expect(answer.success).toBe(false)
    }
    expect(await get(data.id)).toMatchObject({ number: '755900018210605', bank: '招商银行' })
    expect((await call(`${ACCOUNT}/save`, { id: data.id, version: data.version, note: '旧' })).success).toBe(true)
  })

  test('replaces another once it is confirmed, and takes its preference', async () => {
    const old = (await enter(company)).data.id
    await call(`${ACCOUNT}/confirm`, { id: old }, bob)
    const next = await enter(company, { number: '44250100003200001688', replaces: old })
    expect(next.success, next.msg).toBe(true)
    expect(await get(old)).toMatchObject({ state: 'confirmed', preferred: true })
    expect((await call(`${ACCOUNT}/confirm`, { id: next.data.id }, bob)).success).toBe(true)
    expect(await get(old)).toMatchObject({ state: 'ended', preferred: false })
    expect(await get(next.data.id)).toMatchObject({ state: 'confirmed', preferred: true })
    const late = await enter(company, { number: '99250100003200001688', replaces: old })
    expect(Object.keys(late.data.fields)).toEqual(['replaces'])
    const elsewhere = await inTenant(tx => aCompany(tx, tenantId))
    expect(Object.keys((await enter(elsewhere, { replaces: next.data.id })).data.fields)).toEqual(['replaces'])
  })

  test('is replaced by one other account alone, which takes the place of a living one', async () => {
    const old = (await enter(company)).data.id
    await call(`${ACCOUNT}/confirm`, { id: old }, bob)
    const first = await enter(company, { number: '44250100003200001688', replaces: old })
    const twice = await enter(company, { number: '99250100003200001688', replaces: old })
    expect(Object.keys(twice.data.fields)).toEqual(['replaces'])
    await call(`${ACCOUNT}/end`, { id: old, reason: '销户' })
    expect((await call(`${ACCOUNT}/confirm`, { id: first.data.id }, bob)).code).toBe('companies.replacesEnded')
    expect(await get(first.data.id)).toMatchObject({ state: 'entered' })
  })

  test('takes the place of no account that only waits to be confirmed, so that no chain leaves two', async () => {
    const old = (await enter(company)).data.id
    const early = await enter(company, { number: '44250100003200001688', replaces: old })
    expect(Object.keys(early.data.fields)).toEqual(['replaces'])
    await call(`${ACCOUNT}/confirm`, { id: old }, bob)
    const next = (await enter(company, { number: '44250100003200001688', replaces: old })).data.id
    const chained = await enter(company, { number: '99250100003200001688', replaces: next })
    expect(Object.keys(chained.data.fields)).toEqual(['replaces'])
    // A chain from before this rule is not confirmed.
    const third = (await enter(company, { number: '99250100003200001688' })).data.id
    await inTenant(tx =>
      tx.execute('update companies_bank_account set replaces_id = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        third,
        next,
      ]),
    )
    expect((await call(`${ACCOUNT}/confirm`, { id: third }, bob)).code).toBe('companies.replacesEnded')
    await call(`${ACCOUNT}/confirm`, { id: next }, bob)
    const { list } = (await call(`${ACCOUNT}/list`, { filter: { company, state: 'confirmed' } })).data
    expect(list.map((one: { id: string }) => one.id)).toEqual([next])
  })

  test('in the place of another says to the second person which one ends, and its request ends with that one', async () => {
    const old = (await enter(company)).data.id
    await call(`${ACCOUNT}/confirm`, { id: old }, bob)
    const next = (await enter(company, { number: '44250100003200001688', replaces: old })).data.id
    const { data } = await call(`${ACCOUNT}/confirm`, { id: next })
    const request = async () => (await call('/api/platform/approval/get', { id: data.approval }, bob)).data
    expect((await request()).input).toMatchObject({ replaces: '招商银行 755****0605' })
    await call(`${ACCOUNT}/end`, { id: old, reason: '销户' }, bob)
    expect(await request()).toMatchObject({ state: 'outdated', instead: 'end', note: '销户' })
  })

  test('becomes the preferred one by two people', async () => {
    const first = (await enter(company)).data.id
    const second = (await enter(company, { number: '44250100003200001688' })).data.id
    for (const id of [first, second]) await call(`${ACCOUNT}/confirm`, { id }, bob)
    expect((await call(`${ACCOUNT}/prefer`, { id: second }, bob)).data.waitsForApproval).toBe(true)
    expect(await get(second)).toMatchObject({ preferred: false })
    const [request] = (await call('/api/platform/approval/list', { filter: { state: 'waiting' } })).data.list
    expect(request.subject).toContain('招商银行 1688')
    expect((await call('/api/platform/approval/approve', { id: request.id }, bob)).success).toBe(false)
    const approved = await call('/api/platform/approval/approve', { id: request.id }, ann)
    expect(approved.success, approved.msg).toBe(true)
    expect(await get(second)).toMatchObject({ preferred: true })
    expect(await get(first)).toMatchObject({ preferred: false, state: 'confirmed' })
  })

  test('is masked for readers without the right to personal data, in lists, files and single records', async () => {
    const { data } = await enter(company)
    const clerk = callerWith({
      tenantId,
      permissions: ['companies.bankAccount:read', 'companies.bankAccount:export', 'companies.company:read'],
      roles: [],
    })
    const one = await server.call(`${ACCOUNT}/get`, { id: data.id }, { as: clerk })
    expect(one.data.number).toBe('755****0605')
    const list = await server.call(`${ACCOUNT}/list`, {}, { as: clerk })
    expect(list.data.list[0].number).toBe('755****0605')
    const file = await server.call(`${ACCOUNT}/export`, { format: 'csv' }, { as: clerk })
    expect(file.text).not.toContain('755900018210605')
  })

  test('is there once, also when two people enter it at once; a wrong number is told at its field', async () => {
    const answers = await Promise.all([enter(company), enter(company, {}, bob)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(Object.keys(answers.find(answer => !answer.success)?.data.fields ?? {})).toEqual(['number'])
    expect(Object.keys((await enter(company, { number: '12' })).data.fields)).toEqual(['number'])
    expect(
      Object.keys((await enter(company, { country: 'ES', number: 'ES9121000418450200051333' })).data.fields),
    ).toEqual(['number'])
  })

  test('two confirmations of two accounts at once leave one preferred', async () => {
    const ids = [(await enter(company)).data.id, (await enter(company, { number: '44250100003200001688' })).data.id]
    const answers = await Promise.all(ids.map(id => call(`${ACCOUNT}/confirm`, { id }, bob)))
    expect(answers.every(answer => answer.success)).toBe(true)
    const { list } = (await call(`${ACCOUNT}/list`, { filter: { company, preferred: true } })).data
    expect(list).toHaveLength(1)
  })

  test('of another tenant is nobody’s; once it counted it is ended, not deleted', async () => {
    const { data } = await enter(company)
    const stranger = callerWith({ tenantId: newId() })
    expect((await call(`${ACCOUNT}/get`, { id: data.id }, stranger)).success).toBe(false)
    expect((await call(`${ACCOUNT}/confirm`, { id: data.id }, stranger)).success).toBe(false)
    await call(`${ACCOUNT}/confirm`, { id: data.id }, bob)
    expect((await call(`${ACCOUNT}/del`, { ids: [data.id] })).success).toBe(false)
    expect((await call(`${ACCOUNT}/end`, { id: data.id, reason: '销户' })).success).toBe(true)
    expect(await get(data.id)).toMatchObject({ state: 'ended', preferred: false })
  })
})

describe('a contact', () => {
  test('that receives something has an address; readers see parts', async () => {
    const company = await inTenant(tx => aCompany(tx, tenantId))
    const CONTACT = '/api/companies/contact'
    const fields = { company, name: '陈思远', phone: '13800138025', receives: ['statements'] }
    expect(Object.keys((await call(`${CONTACT}/save`, fields)).data.fields)).toEqual(['email'])
    const saved = await call(`${CONTACT}/save`, { ...fields, email: 'chen@suda.example.com' })
    expect(saved.success, saved.msg).toBe(true)
    expect(saved.data).toMatchObject({ name: '陈思远', language: 'zh' })
    const emptied = await call(`${CONTACT}/save`, { id: saved.data.id, version: saved.data.version, email: null })
    expect(Object.keys(emptied.data.fields)).toEqual(['email'])
    const reader = callerWith({ tenantId, permissions: ['companies.contact:read'], roles: [] })
    const seen = (await server.call(`${CONTACT}/get`, { id: saved.data.id }, { as: reader })).data
    expect(seen).toMatchObject({ name: '陈**', phone: '138****8025', email: '****' })
  })
})

describe('a licence', () => {
  const NOON = Date.parse('2026-03-10T04:00:00Z')
  const DAY = 86_400_000

  test('is told of 30 and 7 days before its end and when it has ended, once each, and put away when renewed', async () => {
    const saved = await save({ licenceUntil: '2026-04-09' })
    const told = async (at: number) => {
      await warnOfLicences(server.db, at)
      return (await events('companies.licence-ends')).length
    }
    expect(await told(NOON - DAY)).toBe(0)
    expect(await told(NOON)).toBe(1)
    expect(await told(NOON)).toBe(1)
    expect(await told(NOON + 22 * DAY)).toBe(1)
    expect(await told(NOON + 23 * DAY)).toBe(2)
    expect(await told(NOON + 30 * DAY)).toBe(2)
    expect(await told(NOON + 31 * DAY)).toBe(3)
    expect(await told(NOON + 60 * DAY)).toBe(3)
    expect(await events('companies.licence-renewed')).toEqual([])
    const { version } = (await call(`${COMPANY}/get`, { id: saved.data.id })).data
    expect((await call(`${COMPANY}/save`, { id: saved.data.id, version, licenceUntil: '2027-04-09' })).success).toBe(
      true,
    )
    expect(await events('companies.licence-renewed')).toEqual([saved.data.id])
    expect(await told(NOON + 60 * DAY)).toBe(3)
  })
})
