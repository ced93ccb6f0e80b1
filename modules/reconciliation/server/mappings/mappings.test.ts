import { gzipSync } from 'node:zlib'
import { callerWith } from '@wattyard/testing'
import { newId } from '@wattyard/server-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gbk } from '@wattyard/payment-files/testing'
import { atMinute } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const DAY = '2026-11-20'

let w: ReconciliationWorldOfTest
beforeEach(async () => {
  w = await reconciliationWorld()
})
afterEach(() => w.server.close())

const call = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/reconciliation/${path}`, input, { as, key: newId(), language: 'en' })
const fileOf = async (id: string) => (await call('file/get', { id })).data
const codesOf = async (id: string): Promise<string[]> =>
  (await w.server.call('/api/reconciliation/file/findings', { id }, { as: w.as, method: 'GET' })).data.findings.map(
    (one: { code: string }) => one.code,
  )

interface Told {
  readonly orderNo: string
  readonly amount: string
  readonly kind?: string
  readonly channelNo?: string
}

const HEAD = ['交易日期', '交易时间', '商户订单号', '检索参考号', '交易类型', '交易金额', '手续费']
/** What an acquirer writes: GBK, pipes, a title, a line of totals. */
function acquirerFile(rows: readonly Told[], totals?: string, head = HEAD): Buffer {
  const cells = (row: Told, i: number): Record<string, string> => ({
    交易日期: '20261120',
    交易时间: `1000${String(i).padStart(2, '0')}`,
    商户订单号: row.orderNo,
    检索参考号: row.channelNo ?? `88000000000${i}`,
    交易类型: row.kind ?? '消费',
    交易金额: row.amount,
    手续费: '0.10',
  })
  const sum = rows.reduce((all, row) => all + Number(row.amount.replace('.', '')), 0)
  const lines = [
    '某银联商务 收单明细',
    head.join('|'),
    ...rows.map((row, i) => head.map(name => cells(row, i)[name]).join('|')),
    totals ?? `合计：${rows.length}笔|||||${(sum / 100).toFixed(2)}|${(rows.length / 10).toFixed(2)}`,
  ]
  return Buffer.from(gbk(lines.map(line => `${line}\r\n`)))
}

/** Describes a file as it is proposed; returns the id of the description. */
async function describeFile(file: string, more: Record<string, unknown> = {}): Promise<string> {
  const { data } = await call('mapping/propose', { file })
  const saved = await call('mapping/save', {
    name: '银联商务',
    family: 'trade',
    isNet: false,
    rules: data.guess.rules,
    ...more,
  })
  expect(saved.success, JSON.stringify(saved)).toBe(true)
  return saved.data.id
}

describe('a file that no format knows', () => {
  test('is proposed a description, tried, described, read with it, and compared', async () => {
    const [one, two] = [await w.pay(5_000n, atMinute(DAY, 600)), await w.pay(700n, atMinute(DAY, 601))]
    const bytes = acquirerFile([
      { orderNo: one.orderNo, channelNo: one.channelNo, amount: '50.00' },
      { orderNo: two.orderNo, channelNo: two.channelNo, amount: '9.00' },
    ])
    const file = await w.send('acquirer.txt', bytes)
    expect(file).toMatchObject({ state: 'faulty', fault: 'format-unknown' })
    const { data: told } = await call('mapping/propose', { file: file.id })
    expect(told).toMatchObject({
      family: 'trade',
      guess: {
        agrees: true,
        evidence: { orderNo: { by: 'numbers' }, amount: { by: 'name' } },
        rules: { encoding: 'gb18030', trailer: { start: '合计', count: 0, amount: 5, fee: 6 } },
      },
    })
    const tried = await call('mapping/try', { file: file.id, rules: told.guess.rules, family: 'trade', isNet: false })
    expect(tried.data).toMatchObject({ read: 2, unread: 0, ours: 2, totals: 'agree', income: '59.00', fault: null })
    expect(tried.data.rows).toMatchObject([
      { amount: '50.00', number: one.orderNo, isOurs: true, kind: 'payment', fee: '0.10' },
      { amount: '9.00' },
    ])
    expect(await fileOf(file.id)).toMatchObject({ state: 'faulty' })

    const mapping = await describeFile(file.id)
    expect((await call('file/readAgain', { id: file.id, mapping })).success).toBe(true)
    await w.work()
    expect(await fileOf(file.id)).toMatchObject({
      state: 'sound',
      format: 'described',
      mapping,
      rows: 2,
      income: '59.00',
    })
    expect((await w.outcomes()).map(({ kind, delta }) => `${String(kind)} ${String(delta)}`).toSorted()).toEqual([
      'amountDiffers 2.00',
      'same 0.00',
    ])
    // The next one is known by its head.
    const next = acquirerFile([{ orderNo: 'OLD1', amount: '3.00' }])
      .toString('latin1')
      .replaceAll('20261120', '20261119')
    expect(await w.send('next.txt.gz', gzipSync(Buffer.from(next, 'latin1')))).toMatchObject({
      state: 'sound',
      format: 'described',
      mapping,
      firstDay: '2026-11-19',
    })
  })

  test('keeps the description it was read by: a change is a new edition, and reading again gives the same', async () => {
    const bytes = acquirerFile([{ orderNo: 'W1', amount: '50.00' }])
    const file = await w.send('a.txt', bytes)
    const mapping = await describeFile(file.id)
    await call('file/readAgain', { id: file.id })
    await w.work()
    const first = await fileOf(file.id)
    expect(first).toMatchObject({ state: 'sound', mapping })
    const { data: known } = await call('mapping/get', { id: mapping })
    expect(known.files).toBe(1)
    const other = { ...known.rules, unit: 'minor' }
    const refused = await call('mapping/save', { id: mapping, version: known.version, rules: other })
    expect(refused).toMatchObject({ success: false, code: 'reconciliation.mappingUsed' })
    expect((await call('mapping/del', { ids: [mapping] })).success).toBe(false)
    const edition = await call('mapping/save', {
      name: known.name,
      family: 'trade',
      isNet: false,
      rules: other,
      replaces: mapping,
    })
    expect(edition.success).toBe(true)
    expect((await call('mapping/get', { id: edition.data.id })).data).toMatchObject({ edition: 2, state: 'current' })
    expect((await call('mapping/get', { id: mapping })).data).toMatchObject({ state: 'replaced' })
    expect(
      (await call('mapping/save', { name: known.name, family: 'trade', isNet: false, rules: other, replaces: mapping }))
        .code,
    ).toBe('reconciliation.replacedAlready')
    expect(await fileOf(file.id)).toMatchObject({ mapping, digest: first.digest, income: '50.00' })
    // The database holds it, whatever the code does.
    await expect(
      w.server.db.tenant(w.tenantId, tx =>
        tx.execute(`update reconciliation_mapping set rules = '{}' where tenant_id = $1 and id = $2`, [
          w.tenantId,
          mapping,
        ]),
      ),
    ).rejects.toThrow('files were read by this description')
  })

  test('two descriptions that fit it equally well are a question; one of its own channel goes before', async () => {
    const file = await w.send('a.txt', acquirerFile([{ orderNo: 'W1', amount: '50.00' }]))
    await describeFile(file.id)
    const own = await describeFile(file.id, { name: '银联商务 二', channel: w.channelId })
    await call('file/readAgain', { id: file.id })
    await w.work()
    expect(await fileOf(file.id)).toMatchObject({ state: 'sound', mapping: own })
    await describeFile(file.id, { name: '银联商务 三', channel: w.channelId })
    const next = await w.send('b.txt', acquirerFile([{ orderNo: 'W1', amount: '51.00' }]))
    expect(next).toMatchObject({ state: 'faulty', fault: 'format-unknown' })
    expect(await codesOf(next.id)).toEqual(['mappings-several'])
  })
})

describe('bad input', () => {
  let mapping: string
  beforeEach(async () => {
    mapping = await describeFile((await w.send('a.txt', acquirerFile([{ orderNo: 'W1', amount: '1.00' }]))).id)
  })
  const rows = [
    { orderNo: 'W1', amount: '50.00' },
    { orderNo: 'W2', amount: '9.00' },
  ]
  const whole = acquirerFile(rows)
  const text = (change: (text: string) => string) => Buffer.from(change(whole.toString('latin1')), 'latin1')
  const CASES: readonly (readonly [string, () => Buffer, string, string])[] = [
    ['cut off', () => whole.subarray(0, whole.length - 40), 'rows-unread', 'trailer-missing'],
    [
      'without its totals',
      () => whole.subarray(0, whole.lastIndexOf('\r\n', whole.length - 3) + 2),
      'not-sound',
      'trailer-missing',
    ],
    [
      'a row less than its totals',
      () => text(all => all.replace(/20261120\|100001[^\r]*\r\n/, '')),
      'totals-differ',
      'totals-differ',
    ],
    ['three decimals', () => text(all => all.replace('|50.00|', '|50.000|')), 'rows-unread', 'amount-decimals'],
    ['a formula', () => text(all => all.replace('|50.00|', '|=50+0|')), 'rows-unread', 'formula'],
    [
      'its head twice',
      () => text(all => all.replace('\r\n20261120', `\r\n${all.split('\r\n')[1] ?? ''}\r\n20261120`)),
      'not-sound',
      'head-twice',
    ],
  ]
  test.each(CASES)('%s', async (_, bytes, fault, code) => {
    const file = await w.send('b.txt', bytes())
    expect(file).toMatchObject({ state: 'faulty', fault })
    expect(await codesOf(file.id)).toContain(code)
    expect(await w.outcomes()).toEqual([])
  })
  test('columns in another order are found by their names, and two rows of one number are two movements', async () => {
    const head = [...HEAD.slice(1, 5), '交易日期', '交易金额', '手续费']
    const moved = await w.send('b.txt', acquirerFile(rows, '合计：2笔|||||59.00|0.20', head))
    expect(moved).toMatchObject({ state: 'sound', mapping, income: '59.00', firstDay: DAY })
    const twice = acquirerFile([rows[0] ?? { orderNo: '', amount: '' }, { orderNo: 'W1', amount: '50.00' }])
    const again = Buffer.from(twice.toString('latin1').replaceAll('20261120', '20261119'), 'latin1')
    expect(await w.send('c.txt', again)).toMatchObject({ state: 'sound', rows: 2 })
  })
  test('another day than was said, another merchant than the channel has', async () => {
    const other = await w.send('b.txt', whole, { day: '2026-11-19' })
    expect(other).toMatchObject({ state: 'faulty', fault: 'not-sound' })
    expect(await codesOf(other.id)).toContain('day-other')
  })
})

describe('a description', () => {
  const rules = {
    encoding: 'utf-8',
    layout: { kind: 'delimited', delimiter: ',', quote: '"' },
    skipLines: 0,
    hasHead: true,
    needsTrailer: false,
    sign: { kind: 'signed' },
    unit: 'major',
    decimalComma: false,
    dateFormats: ['YYYY-MM-DD'],
    currency: 'CNY',
    columns: { date: '日期', amount: '金额' },
  }
  const save = (more: Record<string, unknown>, as = w.as) =>
    call('mapping/save', { name: '某银行', family: 'account', isNet: false, rules, ...more }, as)

  test('that can read nothing is refused at its rules, and one for a channel without such files at its family', async () => {
    for (const broken of [
      { ...rules, columns: { date: '日期' } },
      { ...rules, columns: { amount: '金额' } },
      { ...rules, sign: { kind: 'word', income: ['收'], expense: ['支'] } },
      { ...rules, more: 1 },
      { ...rules, zone: 'Mars/Base' },
    ])
      expect((await save({ rules: broken })).data?.fields ?? (await save({ rules: broken })).text).toBeTruthy()
    const wrong = await save({ channel: w.channelId })
    expect(wrong.success).toBe(false)
    expect(JSON.stringify(wrong)).toContain('The payment channel has no files of this type')
    expect((await save({})).success).toBe(true)
    expect(JSON.stringify(await save({}))).toContain('name')
    expect((await save({})).success).toBe(false)
  })

  test('is nothing to another company, and a file is tried only by who may see whom it names', async () => {
    const file = await w.send('a.csv', Buffer.from('日期,金额\n2026-11-20,1.00\n'))
    const tried = { file: file.id, rules, family: 'trade', isNet: false }
    const stranger = callerWith({ tenantId: newId() })
    expect((await call('mapping/try', tried, stranger)).status).toBe(404)
    const clerk = callerWith({
      tenantId: w.tenantId,
      permissions: ['reconciliation.file:read', 'reconciliation.mapping:read', 'reconciliation.mapping:create'],
    })
    expect(await call('mapping/try', tried, clerk)).toMatchObject({
      success: false,
      code: 'reconciliation.sampleHidden',
    })
    expect(await call('mapping/propose', { file: file.id }, clerk)).toMatchObject({
      code: 'reconciliation.sampleHidden',
    })
    const reader = callerWith({ tenantId: w.tenantId, permissions: ['reconciliation.mapping:read'] })
    expect((await save({}, reader)).status).toBe(403)
  })
})
