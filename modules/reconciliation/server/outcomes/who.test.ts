import { aCompany } from '@wattyard/companies/testing'
import { aChannel } from '@wattyard/payments/testing'
import { newId } from '@wattyard/server-kit'
import { businessDay } from '@wattyard/time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bankStatement } from '../../testing/bank-statement.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const DAY = businessDay('2026-11-20')
const COMPANY = '深圳青禾电气设备有限公司'
const OURS = '珠海横琴智桩科技有限公司'
const PERSON = '王建国'
const PHONE = '13966655544'

let w: ReconciliationWorldOfTest
let bank: string
beforeEach(async () => {
  w = await reconciliationWorld()
  bank = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank', '对公账户'))
})
afterEach(() => w.server.close())

type Caller = typeof w.as
const read = (path: string, input: Record<string, unknown>, as: Caller = w.as) =>
  w.server.call(`/api/${path}`, input, { as, method: 'GET' })
const call = (path: string, input: Record<string, unknown>, as: Caller = w.as) =>
  w.server.call(`/api/${path}`, input, { as, key: newId() })
const masked = (): Caller => ({ ...w.as, readsMasked: true })
const listed = async (as: Caller, more: Record<string, unknown> = {}) => {
  const answer = await read(
    'reconciliation/outcome/list',
    { page: 1, pageSize: 100, 'filter.channel': bank, ...more },
    as,
  )
  if (!answer.success) throw new Error(answer.msg)
  return answer.data.list as Record<string, string | null>[]
}
const whoIn = async (as: Caller, more: Record<string, unknown> = {}) =>
  (await listed(as, more)).map(({ delta, party, text }) => `${delta} ${party} ${text}`).toSorted()

const send = () =>
  w.send(
    'bank.sta',
    bankStatement(DAY, [
      { amount: -40_000n, party: COMPANY, text: '货款' },
      { amount: -30_000n, party: PERSON, text: `借款 ${PHONE}` },
      { amount: -1_500n, text: '账户管理费' },
    ]),
    { channel: bank },
  )
/** Has a payment to a company entered that no row tells. */
async function paysOurs(): Promise<void> {
  const company = await w.server.db.tenant(w.tenantId, tx => aCompany(tx, w.tenantId, { name: OURS }))
  const saved = await call('payables/document/save', {
    kind: 'advancePaid',
    company,
    channel: bank,
    amount: '777',
    issued: DAY,
  })
  const done = await call('payables/document/confirm', { id: saved.data?.id })
  if (!done.success) throw new Error(`${done.msg} ${JSON.stringify(done.data)}`)
}

describe('a difference', () => {
  test('tells whom it is about: as the row says, else the company of our record; by either it is found', async () => {
    await paysOurs()
    await send()
    const rows = [
      '-15.00 null 账户管理费 B2611202',
      `-300.00 ${PERSON} 借款 ${PHONE} B2611201`,
      `-400.00 ${COMPANY} 货款 B2611200`,
    ]
    expect(await whoIn(w.as)).toEqual([...rows, `777.00 ${OURS} null`].toSorted())
    expect(await whoIn(w.as, { q: '青禾' })).toEqual([rows[2]])
    expect(await whoIn(w.as, { q: '智桩' })).toEqual([`777.00 ${OURS} null`])
    expect(await whoIn(w.as, { q: '管理费' })).toEqual([rows[0]])
    expect(await whoIn(w.as, { q: '建国' })).toEqual([rows[1]])
  })

  test('of before gets its names with the next comparison, and keeps what people wrote on it', async () => {
    await send()
    const [one] = await listed(w.as, { q: '青禾' })
    await call('reconciliation/outcome/annotate', { ids: [one?.id], note: '待查' })
    await w.server.db.tenant(w.tenantId, tx =>
      tx.execute('update reconciliation_outcome set company = null, party = null, text = null where tenant_id = $1', [
        w.tenantId,
      ]),
    )
    expect(await listed(w.as, { q: '青禾' })).toEqual([])
    await call('reconciliation/run/compare', { channel: bank, firstDay: DAY, lastDay: DAY })
    await w.work()
    expect(await listed(w.as, { q: '青禾' })).toMatchObject([{ id: one?.id, note: '待查', party: COMPANY }])
  })
})

describe('whoever may not see names of people', () => {
  beforeEach(send)
  const shown = [
    `-15.00 null 账户管理费 B2611202`,
    `-300.00 王** 借款 139****5544 B2611201`,
    `-400.00 ${COMPANY} 货款 B2611200`,
  ].toSorted()

  test('sees companies whole and people masked, in the list and in one record', async () => {
    expect(await whoIn(masked())).toEqual(shown)
    const person = (await listed(w.as, { q: PERSON }))[0]
    const { data } = await read('reconciliation/outcome/get', { id: person?.id }, masked())
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`建国|${PHONE}`))
    expect(JSON.stringify(data)).toContain('王**')
  })

  test.each([['建国'], ['建'], [PERSON], [PHONE], ['666555'], ['借款'], ['管理费']])(
    'finds nothing by %s: an answer would tell what is hidden',
    async q => expect(await listed(masked(), { q })).toEqual([]),
  )

  test('finds a company by its name', async () => {
    expect(await whoIn(masked(), { q: '青禾' })).toEqual([`-400.00 ${COMPANY} 货款 B2611200`])
  })

  test.each([['party'], ['text']])('cannot filter or sort by %s', async key => {
    for (const more of [{ [`filter.${key}`]: PERSON }, { sort: key }])
      expect((await read('reconciliation/outcome/list', { page: 1, pageSize: 10, ...more }, masked())).success).toBe(
        false,
      )
  })

  test('gets them masked in pickers and files; history names nobody', async () => {
    const [one] = await listed(w.as, { q: PERSON })
    await call('reconciliation/outcome/annotate', { ids: [one?.id], note: '待查' })
    const [picked, all, history] = await Promise.all([
      read('reconciliation/outcome/select', { q: PERSON }, masked()),
      read('reconciliation/outcome/select', {}, masked()),
      read('reconciliation/outcome/history', { id: one?.id }, masked()),
    ])
    expect([picked.data.list.length, all.data.list.length, history.data.list.length]).toEqual([0, 3, 1])
    expect(JSON.stringify([all.data, history.data])).not.toMatch(new RegExp(`建国|${PHONE}`))
    const { text } = await read(
      'reconciliation/outcome/export',
      { format: 'csv', columns: 'delta,party,text' },
      masked(),
    )
    expect(text).toContain(COMPANY)
    expect(text).toContain('王**')
    expect(text).not.toMatch(new RegExp(`建国|${PHONE}`))
  })
})

test('a proposal tells whom its differences are about, people masked', async () => {
  await send()
  await w.server.db.tenant(w.tenantId, tx =>
    tx.execute(
      `insert into reconciliation_proposal (tenant_id, id, channel_id, first_day, last_day, by, score, signals, orders, channel_rows)
       select $1, $2, $3, $4, $4, 'score', 950, '{amount}', '{}', array_agg(id) from reconciliation_row where tenant_id = $1 and party is not null`,
      [w.tenantId, newId(), bank, DAY],
    ),
  )
  const proposed = async (as: Caller) => {
    const { data } = await read('reconciliation/outcome/proposals', { channel: bank }, as)
    return data.proposals[0].outcomes
      .map(({ party, text }: Record<string, string | null>) => `${party} ${text}`)
      .toSorted()
  }
  expect(await proposed(w.as)).toEqual([`${COMPANY} 货款 B2611200`, `${PERSON} 借款 ${PHONE} B2611201`].toSorted())
  expect(await proposed(masked())).toEqual([`${COMPANY} 货款 B2611200`, '王** 借款 139****5544 B2611201'].toSorted())
})
