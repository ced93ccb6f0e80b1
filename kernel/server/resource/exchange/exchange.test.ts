import { execFileSync } from 'node:child_process'
import { callerWith } from '@wattyard/testing'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../caller.ts'
import { newId } from '../../new-id.ts'
import { aThing, type Things, thingsServer } from '../../testing/things.ts'

let things: Things
beforeAll(async () => {
  things = await thingsServer()
})
afterAll(() => things.close())

const fresh = () => callerWith({ tenantId: newId() })
const exported = (input: Record<string, unknown>, as = things.as) =>
  things.server.call('/api/probe/thing/export', input, { as, method: 'GET' })

/** RFC 4180, as another program would read it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

async function csv(input: Record<string, unknown>, as = things.as): Promise<string[][]> {
  const answer = await exported({ format: 'csv', ...input }, as)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(answer.text.startsWith('\uFEFF')).toBe(true)
  return readCsv(answer.text.slice(1))
}

/** Name of a column: the probe has no words of its own, so shared ones stand in where there are some. */
const headOf = (key: string): string => things.server.words.translate('zh', `probe.thing.${key}`)

test('a person reads words, local times and names; numbers stay numbers', async () => {
  const as = fresh()
  const { data: owner } = await things.server.call('/api/probe/owner/save', { code: 'A', name: 'Ann' }, { as })
  const values = {
    owner: owner.id,
    helpers: [owner.id],
    active: false,
    tags: ['a', 'b'],
    fee: '-1234.50',
    price: '0.30000',
    power: 7000,
    seenAt: '2024-03-01T16:30:00Z',
    day: '2024-03-01',
    place: { lng: '113.9', lat: '22.5' },
    key: 'never to leave',
  }
  await things.save(aThing({ ...values, code: 'X' }), { as })
  const columns = 'code,owner,helpers,mood,active,tags,fee,price,power,seenAt,day,place,count'
  const [head, row] = await csv({ columns, zone: 'Asia/Shanghai' }, as)
  expect(head?.[0]).toBe('编号')
  expect(head).toEqual(columns.split(',').map(headWithUnit))
  expect(row).toEqual([
    'X',
    'Ann',
    'Ann',
    'probe.thing.moodValue.calm',
    '否',
    'a, b',
    '-1234.50',
    '0.30000',
    '7',
    '2024-03-02 00:30:00',
    '2024-03-01',
    '113.9,22.5',
    '',
  ])
  expect((await exported({ columns: 'code,key' }, as)).code).toBe('kernel.invalid')
  expect((await exported({ columns: 'code,nothing' }, as)).code).toBe('kernel.invalid')
  expect((await exported({ zone: 'Mars/Base' }, as)).code).toBe('kernel.invalid')
})

test('texts that a spreadsheet would run, quotes and lines are harmless and come back', async () => {
  const as = fresh()
  const names = ['=1+1', '+1', '-2+3', '@x', '-12.5', 'a,b', 'say "hi"', '=HYPERLINK("http://x","y")']
  for (const [i, name] of names.entries()) await things.save(aThing({ code: `F${i}`, name, note: 'l1\nl2' }), { as })
  const rows = await csv({ columns: 'code,name,note' }, as)
  expect(rows.slice(1).map(row => row[1])).toEqual([
    "'=1+1",
    "'+1",
    "'-2+3",
    "'@x",
    '-12.5',
    'a,b',
    'say "hi"',
    '\'=HYPERLINK("http://x","y")',
  ])
  expect(rows[1]?.[2]).toBe('l1\nl2')
  const again = fresh()
  const sheet = rows.slice(1).map((row, i) => ({ line: i + 2, values: { code: row[0], name: row[1], note: row[2] } }))
  const { data } = await things.server.call('/api/probe/thing/import', { dryRun: false, rows: sheet }, { as: again })
  expect(data).toEqual({ accepted: names.length, refused: 0, rows: [] })
  const { data: list } = await things.list({}, { as: again })
  expect(list.list.map((row: { name: string }) => row.name)).toEqual(names)
})

/** Words of the probe have no texts of their own, except what the test says. */
const UNITS: Readonly<Record<string, string>> = {
  power: ' (kW)',
  fee: ' (¥)',
  price: ' (¥/kWh)',
  seenAt: ' (Asia/Shanghai)',
}
const headWithUnit = (key: string): string => `${headOf(key)}${UNITS[key] ?? ''}`
/** What a header says the file is called, whatever the day. */
const fileOf = (headers: Readonly<Record<string, unknown>>): string =>
  decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition']))?.[1] ?? '')

test('another program reads the xlsx: texts, decimals as numbers, codes as they are', async () => {
  const as = fresh()
  await things.save(
    aThing({ code: '007', name: '=SUM(A1) & <b> 桩 🚗', fee: '12.30', count: 5, price: '1.00000', note: 'l1\nl2' }),
    { as },
  )
  await things.save(aThing({ code: '12345678901234567890', name: '_x0041_' }), { as })
  // A sum may be larger than what anybody may type in.
  await things.server.db.tenant(as.tenantId, tx =>
    tx.execute("update probe_thing set fee_fen = -9007199254740991 where tenant_id = $1 and name = '_x0041_'", [
      as.tenantId,
    ]),
  )
  const answer = await exported({ format: 'xlsx', columns: 'code,name,fee,count,price,note' }, as)
  expect(fileOf(answer.headers)).toMatch(/^probe\.thing\.nouns-\d{4}-\d\d-\d\d\.xlsx$/)
  const [sheet] = await readXlsx(answer.bytes)
  expect(sheet?.sheet).toBe('probe.thing.nouns')
  expect(sheet?.data).toEqual([
    ['code', 'name', 'fee', 'count', 'price', 'note'].map(headWithUnit),
    ['007', '=SUM(A1) & <b> 桩 🚗', 12.3, 5, 1, 'l1\nl2'],
    // More digits than a spreadsheet's number holds stay text, to the fen.
    ['12345678901234567890', '_x0041_', '-90071992547409.91', null, null, null],
  ])
})

test('another program reads days and moments as dates, and texts that look like numbers as texts', async () => {
  const as = fresh()
  await things.save(
    aThing({
      code: '1.50',
      name: '2024-03-01',
      seenAt: Date.UTC(2024, 2, 1, 16, 30),
      day: '2024-03-01',
      opens: '08:30',
    }),
    { as },
  )
  const columns = 'code,name,seenAt,day,opens'
  const answer = await exported({ format: 'xlsx', columns, zone: 'Asia/Shanghai' }, as)
  const [sheet] = await readXlsx(answer.bytes)
  // The reader gives dates as UTC: the clock of the zone is what the cell shows.
  expect(sheet?.data[1]).toEqual([
    '1.50',
    '2024-03-01',
    new Date(Date.UTC(2024, 2, 2, 0, 30)),
    new Date(Date.UTC(2024, 2, 1)),
    expect.anything(),
  ])
  expect(fileOf(answer.headers)).toContain(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10))
})

test('an export has the rows of the list, in its order, over many pages', async () => {
  const as = fresh()
  // One instant to the millisecond, different below it: paging must not repeat or lose a row.
  await things.server.db.tenant(as.tenantId, tx =>
    tx.execute(
      `insert into probe_thing (tenant_id, id, code, name, mood, tags, active, helpers_ids, count, created_at)
       select $1, gen_random_uuid(), 'N' || lpad(n::text, 5, '0'), 'n' || n % 7, 'calm', '{}', true, '{}', nullif(n % 4, 0),
         timestamptz '2024-01-01 00:00:00.123Z' + (n % 900) * interval '1 microsecond' from generate_series(1, 4500) as n`.replace(
        'seen_at_x',
        'seen_at',
      ),
      [as.tenantId],
    ),
  )
  for (const sort of ['code', '-createdAt', 'createdAt', 'count', '-count', 'name']) {
    const rows = await csv({ sort, columns: 'code' }, as)
    expect(rows, sort).toHaveLength(4_501)
    expect(new Set(rows.map(row => row[0])).size, sort).toBe(4_501)
    const { data } = await things.list({ sort, pageSize: 200, page: 21 }, { as })
    expect(
      rows.slice(4_001, 4_201).map(row => row[0]),
      sort,
    ).toEqual(data.list.map((row: { code: string }) => row.code))
  }
  const some = await exported({ filter: { code: 'N0000' }, columns: 'code' }, as)
  expect(some.headers['x-total-rows']).toBe('9')
  const [sheet] = await readXlsx((await exported({ format: 'xlsx', columns: 'code' }, as)).bytes)
  expect(sheet?.data).toHaveLength(4_501)
})

test('a PDF has the same rows by the same right, without what nobody may see', async () => {
  const as = fresh()
  await things.save(aThing({ code: 'P-1', name: '深圳湾站', fee: '-1234.50', key: 'never to leave' }), { as })
  const answer = await exported({ format: 'pdf', columns: 'code,name,fee' }, as)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-total-rows': '1',
    'cache-control': 'no-store',
  })
  expect(fileOf(answer.headers)).toMatch(/^probe\.thing\.nouns-\d{4}-\d\d-\d\d\.pdf$/)
  const reading = execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' })
  expect(reading).toMatch(/P-1\s+深圳湾站\s+-1,234\.50/)
  expect((await exported({ format: 'pdf', columns: 'code,key' }, as)).code).toBe('kernel.invalid')
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['probe.thing:read'] })
  expect(await exported({ format: 'pdf' }, reader)).toMatchObject({ status: 403 })
})

test('a PDF ends with the sums that stand under the list, over all rows of the filter', async () => {
  const as = fresh()
  for (const [code, fee, count] of [
    ['S-1', '1000.50', 2],
    ['S-2', '234.00', 3],
    ['T-1', '9.00', 1],
  ] as const)
    await things.save(aThing({ code, name: code, fee, count }), { as })
  const reading = async (columns: string) => {
    const { bytes } = await exported({ format: 'pdf', columns, filter: { code: 'S-' } }, as)
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
  }
  expect(await reading('code,name,fee,count')).toMatch(/共 2 条合计\s+1,234\.50\s+5\n/)
  // Where a figure stands first, the line below says what it sums up.
  expect(await reading('fee,code')).toMatch(/1,234\.50\s+共 2 条合计/)
  expect(await reading('code,name')).not.toContain('合计')
})

test('a PDF of too many rows or columns is refused in words before anything is sent', async () => {
  const as = fresh()
  await things.server.db.tenant(as.tenantId, tx =>
    tx.execute(
      `insert into probe_thing (tenant_id, id, code, name, mood, tags, active, helpers_ids)
       select $1, gen_random_uuid(), 'N' || n, 'n', 'calm', '{}', true, '{}' from generate_series(1, 5001) as n`,
      [as.tenantId],
    ),
  )
  expect(await exported({ format: 'pdf', columns: 'code' }, as)).toMatchObject({
    success: false,
    code: 'kernel.invalid',
  })
  const columns = 'code,name,note,mood,tags,colours,active,count,fee,price,energy,power,share,seenAt,day,wait,phone'
  expect(await exported({ format: 'pdf', columns, filter: { code: 'N5001' } }, as)).toMatchObject({
    code: 'kernel.invalid',
  })
})

test('an export ends at the caller’s scope and needs its permission', async () => {
  const as = fresh()
  await things.save(aThing(), { as })
  expect(await csv({}, fresh())).toHaveLength(1)
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['probe.thing:read'] })
  expect(await exported({}, reader)).toMatchObject({ status: 403 })
  const nobody = callerWith({ tenantId: as.tenantId, scope: { operators: [], stations: null, investors: null } })
  expect(await csv({}, nobody)).toHaveLength(1)
})

test('an export ends with the rights of who takes it, pages further on too', async () => {
  const as = fresh()
  await things.server.db.tenant(as.tenantId, tx =>
    tx.execute(
      `insert into probe_thing (tenant_id, id, code, name, mood, tags, active, helpers_ids)
       select $1, gen_random_uuid(), 'N' || n, 'n', 'calm', '{}', true, '{}' from generate_series(1, 4500) as n`,
      [as.tenantId],
    ),
  )
  // Looked up when the call begins and for each of its three pages.
  const losing = (after: number): Caller => {
    let looks = 0
    return {
      ...fresh(),
      tenantId: as.tenantId,
      get permissions() {
        looks += 1
        return looks > after ? new Set<string>() : as.permissions
      },
    }
  }
  expect(await csv({ columns: 'code' }, losing(4))).toHaveLength(4_501)
  for (const after of [1, 2, 3])
    await expect(csv({ columns: 'code' }, losing(after))).rejects.toThrow('kernel.forbidden')
})

test('imports audit what they made, and nothing in a dry run', async () => {
  const as = fresh()
  const rows = [
    { line: 2, values: { code: 'I-1', name: 'one' } },
    { line: 3, values: { code: 'I-1', name: 'two' } },
  ]
  const run = (dryRun: boolean) => things.server.call('/api/probe/thing/import', { dryRun, rows }, { as })
  const dry = await run(true)
  const real = await run(false)
  expect(dry.data).toEqual(real.data)
  expect(real.data).toEqual({ accepted: 1, refused: 1, rows: [{ line: 3, fields: { code: '与第 2 行重复' } }] })
  const entries = await things.server.db.tenant(as.tenantId, tx => tx.query('select action, after from kernel_audit'))
  expect(entries).toEqual([{ action: 'create', after: expect.objectContaining({ code: 'I-1', name: 'one' }) }])
})

test.each([
  [{ rows: [] }],
  [{ rows: [{ line: 0, values: {} }] }],
  [{ rows: [{ line: 2, values: { code: 1 } }] }],
  [{ rows: [{ line: 2, values: { code: 'x' }, more: 1 }] }],
  [{ rows: [{ line: 2, values: { ['x'.repeat(61)]: 'x' } }] }],
  [{ rows: [{ line: 2, values: {} }], zone: 'x' }],
])('a badly shaped import is refused as a whole: %j', async input => {
  const answer = await things.server.call('/api/probe/thing/import', { dryRun: false, ...input }, { as: things.as })
  expect(answer.code).toBe('kernel.invalid')
})

test('whatever an export cannot be sorted by is refused in words, like a list', async () => {
  for (const sort of ['', 'nope', '-nope', 'constructor'])
    expect(await exported({ sort })).toMatchObject({ success: false, code: 'kernel.invalid' })
})

test('a cell that is too long is told at its row, and the others are read', async () => {
  const rows = [
    { line: 2, values: { code: 'L-1', name: 'x'.repeat(5_000) } },
    { line: 3, values: { code: 'L-2', name: 'x'.repeat(40_000) } },
    { line: 4, values: { code: 'L-3', name: 'short' } },
  ]
  const { data } = await things.server.call('/api/probe/thing/import', { dryRun: true, rows }, { as: things.as })
  expect(data).toEqual({
    accepted: 1,
    refused: 2,
    rows: [
      { line: 2, fields: { name: expect.stringMatching(/^最多 \d+ 个字符$/) } },
      { line: 3, fields: { name: '最多 32767 个字符' } },
    ],
  })
})

test('what is in use already is told together with the other flaws of a row', async () => {
  const as = fresh()
  const taken = aThing()
  expect((await things.server.call('/api/probe/thing/save', taken, { as })).success).toBe(true)
  const rows = [
    { line: 2, values: { code: taken.code, name: 'a', fee: '1.234' } },
    { line: 3, values: { code: taken.code } },
  ]
  const { data } = await things.server.call('/api/probe/thing/import', { dryRun: true, rows }, { as })
  expect(data.rows).toEqual([
    { line: 2, fields: { code: '已被占用', fee: '最多 2 位小数' } },
    { line: 3, fields: { code: '已被占用', name: '必填' } },
  ])
})

test('what stands twice in a sheet is told from what is in use, also with other flaws and far apart', async () => {
  const as = fresh()
  await things.save(aThing({ code: 'W-0' }), { as })
  const rows = Array.from({ length: 300 }, (_, at) => ({ line: at + 2, values: { code: `W-${at}`, name: 'w' } }))
  const again = [
    { line: 400, values: { code: ' W-1 ', name: 'again' } },
    { line: 401, values: { code: 'W-1', name: 'x', fee: 'much' } },
    // It was refused, so it is not what takes the number.
    { line: 402, values: { code: 'W-0', name: 'again' } },
  ]
  const run = async (dryRun: boolean) =>
    (await things.server.call('/api/probe/thing/import', { dryRun, rows: [...rows, ...again] }, { as })).data
  for (const report of [await run(true), await run(false)])
    expect(report).toMatchObject({
      accepted: 299,
      rows: [
        { line: 2, fields: { code: '已被占用' } },
        { line: 400, fields: { code: '与第 3 行重复' } },
        { line: 401, fields: { code: '与第 3 行重复', fee: expect.any(String) } },
        { line: 402, fields: { code: '已被占用' } },
      ],
    })
})

test.each(['toString', 'valueOf', 'hasOwnProperty'])('a column called %s is unknown like any other', async header => {
  const rows = [{ line: 2, values: { ...aThing(), [header]: 'x' } }]
  const { data } = await things.server.call('/api/probe/thing/import', { dryRun: true, rows }, { as: things.as })
  expect(data).toMatchObject({ accepted: 0, refused: 1 })
  expect(Object.keys(data.rows[0].fields)).toEqual([header])
})

test('numbers with separators are refused with the reason, because languages read them differently', async () => {
  const told = ['count', 'wait', 'fee', 'price', 'energy', 'voltage', 'share', 'power']
  const values = { code: 'A', name: 'n', ...Object.fromEntries(told.map(key => [key, '1,000'])) }
  const sheet = { dryRun: true, rows: [{ line: 2, values }] }
  const { data } = await things.server.call('/api/probe/thing/import', sheet, { as: fresh() })
  const number = '应为数字，不带千位分隔符，如 1000.5'
  const whole = '应为整数，不带千位分隔符，如 1000'
  expect(data.rows[0].fields).toEqual({
    count: whole,
    wait: whole,
    ...Object.fromEntries(['fee', 'price', 'energy', 'voltage', 'share'].map(key => [key, number])),
    power: '应为以 kW 为单位的数字，如 60.5，最多三位小数',
  })
})
