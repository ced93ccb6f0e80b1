import { defineResource, field, optional } from '@wattyard/resource'
import { afterEach, expect, test, vi } from 'vitest'
import { anyResource } from '../resource/records.ts'
import { checkRows, commitRows, readSheetFile } from './import-run.ts'

const define = (name: 'probe.station' | 'probe.office') =>
  anyResource(
    defineResource({
      name,
      path: 'probe/one',
      scope: 'shared',
      writes: 'crud',
      fields: { code: field.code(), parent: optional(field.ref('probe.office')) },
      list: { columns: ['code'], filters: [], sort: 'code' },
      form: [['code']],
      label: 'code',
      exchange: { import: true },
    }),
  )
const rows = Array.from({ length: 1_500 }, (_, at) => ({ line: at + 2, values: { code: `A${at}` } }))

/** Answers imports as the server does, and keeps the number of rows of each. */
function serve(onCall: (calls: number) => void = () => {}): number[] {
  const sizes: number[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { rows: sent } = JSON.parse(body) as { rows: unknown[] }
    sizes.push(sent.length)
    onCall(sizes.length)
    const data = { accepted: sent.length, refused: 0, rows: [] }
    return new Response(JSON.stringify({ success: true, data }), { headers: { 'content-type': 'application/json' } })
  })
  return sizes
}
afterEach(() => void vi.unstubAllGlobals())

test('a stopped import finishes the rows under way, counts them, and sends no others', async () => {
  const stop = new AbortController()
  const sizes = serve(calls => calls === 2 && stop.abort())
  const steps: number[] = []
  const run = await commitRows(define('probe.station'), rows, stop.signal, done => steps.push(done))
  expect(sizes).toEqual([250, 250])
  expect(steps).toEqual([250, 500])
  expect(run.report.accepted).toBe(500)
  expect([run.unsent.length, run.unsent[0]?.line]).toEqual([1_000, 502])
})

test('a failed call ends the import, and what was imported before it is still told', async () => {
  serve(calls => {
    if (calls === 3) throw new TypeError('connection lost')
  })
  const { report, unsent, error } = await commitRows(
    define('probe.station'),
    rows,
    new AbortController().signal,
    () => {},
  )
  expect([report.accepted, unsent.length]).toEqual([500, 1_000])
  expect(error).toBeInstanceOf(Error)
})

test('rows of a tree stay together, because they may name parents further down', async () => {
  const sizes = serve()
  const { unsent } = await commitRows(define('probe.office'), rows, new AbortController().signal, () => {})
  expect([sizes, unsent]).toEqual([[1_500], []])
})

test('rows that are too long for one request are sent in several', async () => {
  const sizes = serve()
  const long = rows.slice(0, 100).map(row => ({ ...row, values: { ...row.values, note: '字'.repeat(60_000) } }))
  await checkRows('probe/one', long, new AbortController().signal, () => {})
  expect(sizes).toEqual([41, 41, 18])
  const { report, unsent } = await commitRows(define('probe.office'), long, new AbortController().signal, () => {})
  expect([sizes.slice(3), report.accepted, unsent]).toEqual([[41, 41, 18], 100, []])
})

test('a file that is no workbook is called so, not empty', async () => {
  const fail = (bytes: BlobPart, name: string) =>
    expect(readSheetFile(new File([bytes], name))).rejects.toThrow('notASheet')
  await fail('no workbook', '充电桩.xlsx')
  await fail(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0]), 'old.xlsx')
  await fail(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0]), 'old.csv')
  await expect(readSheetFile(new File(['code,name\n'], 'head.csv'))).rejects.toThrow('empty')
  const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from('a,b\n1,2\n', 'utf16le')])
  expect(await readSheetFile(new File([wide], 'wide.csv'))).toHaveLength(2)
})

test('a file that is no table by its name is not read as one', async () => {
  const text = '{\n  "name": "x",\n  "private": true\n}\n'
  await expect(readSheetFile(new File([text], 'package.json'))).rejects.toThrow('notASheet')
  expect(await readSheetFile(new File(['编号,名称\nA1,一号\n'], '充电站.CSV'))).toHaveLength(2)
})
