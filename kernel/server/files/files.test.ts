import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { col } from '../database/columns.ts'
import type { Caller } from '../caller.ts'
import { newId } from '../new-id.ts'
import { aThing, PLAIN, type Things, thingsServer } from '../testing/things.ts'
import { clearFiles } from './clear-files.ts'
import { sendTo, type Sending } from '../testing/send-files.ts'

let things: Things
let send: Sending
beforeAll(async () => {
  things = await thingsServer()
  send = sendTo(things)
})
afterAll(() => things.close())

const NOT_FOUND = { status: 404, code: 'kernel.notFound' }
const pdf = (size = 100, fill = 'a') => Buffer.from(`%PDF-1.7 ${fill.repeat(size)}`)
const read = (id: string, as: Caller = things.as, query: object = {}, headers: Record<string, string> = {}) =>
  things.server.call('/api/file/get', { id, ...query }, { as, method: 'GET', headers })
const rows = async (): Promise<number[]> => {
  const [found] = await things.server.db.platform(tx =>
    tx.query(
      { files: col.bigint, parts: col.bigint },
      `select (select count(*) from kernel_file where state <> 'removed') as files, (select count(*) from kernel_file_part) as parts`,
    ),
  )
  return [Number(found?.files), Number(found?.parts)]
}
const colleague = (over: Partial<Parameters<typeof callerWith>[0]> = {}) =>
  callerWith({ tenantId: things.as.tenantId, ...over })

describe('sending', () => {
  test('chunks in any order, twice, and after a break: what is here is not sent again', async () => {
    const content = pdf(600_000)
    const begun = await send.begin({ field: 'papers', name: '合同.pdf', content })
    const { id, chunkBytes } = begun.data
    expect(begun.data.received).toEqual([])
    const chunk = (at: number) => content.subarray(at * chunkBytes, (at + 1) * chunkBytes)
    for (const at of [2, 0, 2]) expect((await send.chunk(id, at, chunk(at))).success).toBe(true)
    expect(await send.finish(id)).toMatchObject({ status: 409, code: 'kernel.fileIncomplete' })
    // The page was loaded anew and the file chosen again.
    const again = await send.begin({ field: 'papers', name: '合同.pdf', content })
    expect(again.data).toMatchObject({ id, received: [0, 2] })
    await send.chunk(id, 1, chunk(1))
    const { data: info } = await send.finish(id)
    expect(info).toMatchObject({ id, name: '合同.pdf', type: 'pdf', bytes: content.length, width: null })
    // The answers were lost: the same calls change nothing.
    expect((await send.finish(id)).data).toEqual(info)
    expect((await send.chunk(id, 1, chunk(0))).success).toBe(true)
    const got = await read(id)
    expect(got.bytes.equals(content)).toBe(true)
    // Another content of the same name and size is another file.
    const other = await send.begin({ field: 'papers', name: '合同.pdf', content: pdf(600_000, 'b') })
    expect(other.data.id).not.toBe(id)
  })

  test('a chunk of another length, behind the end, or of somebody else’s file is refused', async () => {
    const content = pdf(300_000)
    const { id } = (await send.begin({ field: 'papers', name: 'a.pdf', content })).data
    expect(await send.chunk(id, 0, content.subarray(0, 100))).toMatchObject({ code: 'kernel.invalid' })
    expect(await send.chunk(id, 7, content.subarray(0, 100))).toMatchObject({ code: 'kernel.invalid' })
    expect(await send.chunk(id, 0, Buffer.alloc(0))).toMatchObject({ code: 'kernel.invalid' })
    expect(await send.chunk(id, 0, Buffer.alloc(300_000))).toMatchObject({ status: 413 })
    const chunk = content.subarray(0, 262_144)
    expect(await send.chunk(id, 0, chunk, colleague())).toMatchObject(NOT_FOUND)
    expect(await send.chunk(id, 0, chunk, callerWith({ tenantId: newId() }))).toMatchObject(NOT_FOUND)
    expect(await send.finish(id, colleague())).toMatchObject(NOT_FOUND)
    expect(await send.discard(id, colleague())).toMatchObject(NOT_FOUND)
    expect((await send.discard(id)).success).toBe(true)
    expect(await send.finish(id)).toMatchObject(NOT_FOUND)
  })

  test('only for a field that the caller may fill', async () => {
    const begin = (over: object, as?: Caller) =>
      send.begin({ field: 'papers', name: 'a.pdf', content: pdf(), ...over }, as)
    for (const field of ['name', 'nothing', 'toString', '__proto__'])
      expect(await begin({ field })).toMatchObject(NOT_FOUND)
    expect(await begin({ resource: 'probe.nothing' })).toMatchObject(NOT_FOUND)
    expect(await begin({}, colleague({ permissions: ['probe.thing:read'] }))).toMatchObject({ status: 403 })
    expect(await begin({}, colleague({ readOnly: true }))).toMatchObject({ status: 403 })
    expect((await begin({}, colleague({ permissions: ['probe.thing:update'] }))).success).toBe(true)
    expect((await things.server.call('/api/file/begin', {})).status).toBe(401)
  })
})

describe('judging', () => {
  test('the content decides; names that contradict it, paths and what browsers would run are refused', async () => {
    const before = await rows()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [name, content] of [
      ['a.pdf', Buffer.from('MZ not a document')],
      ['a.txt', Buffer.from([0x4d, 0x5a, 0, 0, 1])],
      ['a.png', pdf()],
      ['a.svg', svg],
      ['a.html', Buffer.from('<script>alert(1)</script>')],
      ['a.pdf.exe', pdf()],
      ['a', pdf()],
      ['.pdf', pdf()],
      ['../a.pdf', pdf()],
      ['..\\a.pdf', pdf()],
      ['fdp\u202Eexe.pdf', pdf()],
      ['a\u0000.pdf', pdf()],
      ['a\ud800.pdf', pdf()],
    ] as const)
      expect((await send.whole({ field: 'papers', name, content })).code, name).toBe('kernel.invalid')
    expect(await rows()).toEqual(before)
    const said = await send.whole({ field: 'paper', name: 'b.pdf', content: svg }, colleague({ language: 'en' }))
    expect(said.data.fields.file).toBe('The file extension does not match the content. Expected: .txt, .csv')
  })

  test('a drawing that is called a text stays a text: it is kept and never shown', async () => {
    const { data } = await send.whole({
      field: 'papers',
      name: 'a.txt',
      content: Buffer.from('<svg onload="alert(1)"/>'),
    })
    const { headers } = await read(data.id)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('types and sizes are those of the field', async () => {
    expect((await send.whole({ field: 'paper', name: 'a.gif', content: Buffer.from('GIF89a...') })).code).toBe(
      'kernel.invalid',
    )
    expect(await send.begin({ field: 'paper', name: 'a.pdf', content: pdf(1_048_577) })).toMatchObject({
      code: 'kernel.fileTooLarge',
      msg: '文件不能超过 1 MB',
    })
    expect((await send.begin({ field: 'papers', name: 'a.pdf', content: pdf(1_048_577) })).success).toBe(true)
    expect((await send.begin({ field: 'papers', name: 'a.pdf', content: pdf(), bytes: 20 * 1_048_576 + 1 })).code).toBe(
      'kernel.invalid',
    )
  })
})

describe('records that hold files', () => {
  const attached = async (field: 'papers' | 'photos', id: string, more: object = {}) =>
    (await things.save(aThing({ [field]: [id], ...more }))).data

  test('come with their names, and lose them only for the reader’s history', async () => {
    const { data: file } = await send.whole({ field: 'papers', name: '合同.pdf', content: pdf() })
    const thing = await attached('papers', file.id)
    const { data: got } = await things.server.call('/api/probe/thing/get', { id: thing.id }, { as: things.as })
    expect([got.papers, got.labels['kernel.file']]).toEqual([[file.id], { [file.id]: '合同.pdf' }])
    const about = await things.server.call('/api/file/about', { ids: [file.id] }, { as: things.as })
    expect(about.data.list).toEqual([file])
    const { data } = await things.save({ id: thing.id, version: thing.version, papers: [] })
    expect(data.papers).toEqual([])
    expect(await read(file.id)).toMatchObject(NOT_FOUND)
    const { data: history } = await things.server.call('/api/probe/thing/history', { id: thing.id }, { as: things.as })
    expect(history.labels['kernel.file']).toEqual({ [file.id]: '合同.pdf' })
  })

  test('are the only way to a file: by reach and right, and not for other tenants', async () => {
    const { data: file } = await send.whole({ field: 'papers', name: 'a.pdf', content: pdf() })
    // Until it is attached it is its sender's alone.
    expect(await read(file.id, colleague())).toMatchObject(NOT_FOUND)
    const owner = await things.server.call('/api/probe/owner/save', { code: newId(), name: 'A' }, { as: things.as })
    const thing = await attached('papers', file.id, { owner: owner.data.id })
    expect((await read(file.id, colleague())).status).toBe(200)
    const scope = { operators: [newId()], stations: null, investors: null }
    for (const stranger of [
      callerWith({ tenantId: newId() }),
      colleague({ permissions: [] }),
      colleague({ permissions: ['probe.owner:read'] }),
      colleague({ scope }),
      colleague({ scope: { operators: null, stations: [newId()], investors: null } }),
    ]) {
      expect(await read(file.id, stranger)).toMatchObject(NOT_FOUND)
      const about = await things.server.call('/api/file/about', { ids: [file.id] }, { as: stranger })
      expect(about.data.list).toEqual([])
    }
    expect((await read(file.id, colleague({ scope: { ...scope, operators: [owner.data.id] } }))).status).toBe(200)
    expect((await read(file.id, colleague({ readOnly: true, permissions: ['probe.thing:read'] }))).status).toBe(200)
    // A record of another place that comes to name it by a statement does not open it either.
    await things.server.db.platform(tx =>
      tx.execute('update probe_thing set papers_file_ids = null where id = $1', [thing.id]),
    )
    expect(await read(file.id, colleague())).toMatchObject(NOT_FOUND)
  })

  test('take no file of somebody else, of another record, field or tenant, and none that is not whole', async () => {
    const mine = await send.whole({ field: 'papers', name: 'a.pdf', content: pdf() })
    const theirs = await send.whole({ field: 'papers', name: 'a.pdf', content: pdf() }, colleague())
    const foreign = await send.whole(
      { field: 'papers', name: 'a.pdf', content: pdf() },
      callerWith({ tenantId: newId() }),
    )
    const unfinished = await send.begin({ field: 'papers', name: 'a.pdf', content: pdf(5) })
    const held = await send.whole({ field: 'papers', name: 'b.pdf', content: pdf() })
    await attached('papers', held.data.id)
    for (const id of [theirs.data.id, foreign.data.id, unfinished.data.id, held.data.id, newId()]) {
      const answer = await things.save(aThing({ papers: [id] }))
      expect([answer.code, answer.data.fields.papers]).toEqual(['kernel.invalid', '文件不存在或尚未传完，请重新上传'])
    }
    expect((await things.save(aThing({ paper: mine.data.id }))).code).toBe('kernel.invalid')
    const twice = await things.save(aThing({ papers: [mine.data.id, mine.data.id] }))
    expect(twice.data.fields).toEqual({ papers: '同一文件选择了两次' })
    expect((await things.save(aThing({ papers: [mine.data.id] }))).success).toBe(true)
  })

  test('two records that take one file at the same moment: one has it', async () => {
    const { data: file } = await send.whole({ field: 'papers', name: 'a.pdf', content: pdf() })
    const both = await Promise.all([0, 1].map(() => things.save(aThing({ papers: [file.id] }))))
    expect(both.filter(one => one.success)).toHaveLength(1)
  })

  test('keep the order that people gave, and their files go with them', async () => {
    const sent = await Promise.all(
      ['a', 'b', 'c'].map(name => send.whole({ field: 'papers', name: `${name}.pdf`, content: pdf(40_000, name) })),
    )
    const ids = sent.map(one => one.data.id).toReversed()
    const { data } = await things.save(aThing({ papers: ids }))
    expect(data.papers).toEqual(ids)
    expect((await things.save(aThing({ papers: [...ids, newId()] }))).data.fields.papers).toBe('最多 3 项')
    const turned = [ids[1], ids[2], ids[0]]
    expect((await things.save({ id: data.id, papers: turned })).data.papers).toEqual(turned)
    const before = await rows()
    await things.server.call('/api/probe/thing/del', { id: data.id }, { as: things.as })
    expect(await rows()).toEqual([(before[0] ?? 0) - 3, (before[1] ?? 0) - 6])
  })

  test('say names in exports, and take none from sheets', async () => {
    const { data: file } = await send.whole({ field: 'papers', name: '图纸.pdf', content: pdf() })
    await attached('papers', file.id, { code: 'WITH-FILE' })
    const out = await things.server.call(
      '/api/probe/thing/export',
      { columns: 'code,papers', 'filter.code': 'WITH-FILE' },
      { as: things.as, method: 'GET' },
    )
    expect(out.text).toContain('WITH-FILE,图纸.pdf')
    const rowsIn = [{ line: 2, values: { code: 'X1', name: 'x', papers: '图纸.pdf' } }]
    const report = await things.server.call(
      '/api/probe/thing/import',
      { rows: rowsIn, dryRun: true },
      { as: things.as },
    )
    expect(report.data.rows).toEqual([{ line: 2, fields: { papers: '文件不能从表格导入，请在表单中上传' } }])
  })
})

describe('reading', () => {
  test('ranges, and nothing again of what the reader has', async () => {
    const content = Buffer.concat([pdf(), Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))])
    const { data: file } = await send.whole({ field: 'papers', name: 'r.pdf', content })
    const part = async (range: string) => {
      const { status, headers, bytes } = await read(file.id, things.as, {}, { range })
      return [status, headers['content-range'], bytes.length > 0 && content.includes(bytes) ? bytes.length : 0]
    }
    const size = content.length
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, 10])
    expect(await part('bytes=32760-65550')).toEqual([206, `bytes 32760-65550/${size}`, 32_791])
    expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5])
    expect(await part(`bytes=${size - 1}-`)).toEqual([206, `bytes ${size - 1}-${size - 1}/${size}`, 1])
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0])
    for (const all of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-1', 'bytes=x']) expect((await part(all))[0]).toBe(200)
    const { headers } = await read(file.id)
    const etag = String(headers.etag)
    expect(await read(file.id, things.as, {}, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    expect((await read(file.id, things.as, {}, { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
    expect(await read(file.id, things.as, { form: 'thumbnail' })).toMatchObject(NOT_FOUND)
  })

  test('what was changed below is not handed out', async () => {
    const { data: file } = await send.whole({ field: 'papers', name: 'r.pdf', content: pdf() })
    await things.server.db.platform(tx =>
      tx.execute(`update kernel_file_part set content = 'other' where file_id = $1`, [file.id]),
    )
    expect((await read(file.id)).status).toBe(500)
  })
})

test('abandoned uploads, files without a record and old names are cleared; what is held stays', async () => {
  const held = await send.whole({ field: 'papers', name: 'held.pdf', content: pdf() })
  await things.save(aThing({ papers: [held.data.id] }))
  const lost = await send.whole({ field: 'papers', name: 'lost.pdf', content: pdf() })
  const { data: thing } = await things.save(aThing({ papers: [lost.data.id] }))
  await send.begin({ field: 'papers', name: 'begun.pdf', content: pdf(9) })
  await send.whole({ field: 'papers', name: 'waiting.pdf', content: pdf(8) })
  // Records also go by statements of their modules.
  await things.server.db.platform(tx => tx.execute('delete from probe_thing where id = $1', [thing.id]))
  const clear = (later_ms: number) => clearFiles(things.server.db, [PLAIN.thing], Date.now() + later_ms)
  expect(await clear(0)).toBeGreaterThan(0)
  expect(await read(lost.data.id)).toMatchObject(NOT_FOUND)
  expect(await clear(25 * 3_600_000)).toBeGreaterThanOrEqual(2)
  expect((await read(held.data.id)).status).toBe(200)
  const names = await things.server.db.platform(tx =>
    tx.query({ name: col.text }, 'select name from kernel_file where record_id is null'),
  )
  expect(names).toEqual([])
})
