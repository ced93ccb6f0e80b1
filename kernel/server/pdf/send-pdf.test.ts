import { EventEmitter, once } from 'node:events'
import { Writable } from 'node:stream'
import { callerWith } from '@wattyard/testing'
import { expect, test } from 'vitest'
import type { RawCall } from '../http/route.ts'
import { newId } from '../new-id.ts'
import type { PdfLine, PdfSheet } from './pdf-sheet.ts'
import { sendPdf } from './send-pdf.ts'

/** A reader that takes what it gets; as much of an answer as `sendPdf` needs. */
function aReader() {
  const chunks: Buffer[] = []
  const heads: Record<string, string>[] = []
  const raw = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    }),
    { writeHead: (_status: number, head: Record<string, string>) => void heads.push(head) },
  )
  const caller = callerWith({ tenantId: newId(), sessionId: newId() })
  const reply = { raw, hijack: () => {}, getHeaders: () => ({}), request: { ip: '192.0.2.1' } }
  return { call: { caller, reply } as unknown as Pick<RawCall, 'caller' | 'reply'>, raw, chunks, heads }
}

const LINE: PdfLine = { kind: 'row', cells: ['1'] }

function sheetOf(lines: AsyncIterable<PdfLine>): PdfSheet {
  return {
    title: '日账单',
    language: 'zh',
    madeAt: Date.UTC(2026, 0, 2),
    parts: [{ columns: [{ title: '金额' }], lines }],
    pageOf: (page, pages) => `${page} / ${pages}`,
  }
}

const send = (reader: ReturnType<typeof aReader>, lines: AsyncIterable<PdfLine>) =>
  sendPdf(reader.call, { zone: 'Asia/Shanghai', total: 1 }, sheetOf(lines))

test('documents are drawn one at a time, and leave whole', async () => {
  const drawn: string[] = []
  const gate = new EventEmitter()
  async function* lines(name: string) {
    drawn.push(name)
    if (name === 'first') await once(gate, 'go')
    yield LINE
  }
  const [first, second] = [aReader(), aReader()]
  const both = [send(first, lines('first')), send(second, lines('second'))]
  // Fonts and libraries are loaded for the first document of a process.
  await expect.poll(() => drawn, { timeout: 20_000 }).toEqual(['first'])
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(drawn).toEqual(['first'])
  gate.emit('go')
  await Promise.all(both)
  expect(drawn).toEqual(['first', 'second'])
  for (const { chunks, heads } of [first, second]) {
    const content = Buffer.concat(chunks)
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(heads[0]).toMatchObject({ 'content-type': 'application/pdf', 'content-length': String(content.length) })
  }
})

test('a long document is drawn beside the answers to others', async () => {
  async function* many() {
    for (let row = 0; row < 400; row++) yield LINE
  }
  const reader = aReader()
  const before = performance.eventLoopUtilization()
  await sendPdf(reader.call, { zone: 'Asia/Shanghai', total: 400 }, { ...sheetOf(many()), about: 'A-7' })
  // This thread mostly waits; drawing here would keep it busy from the first row to the last.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  expect(Buffer.concat(reader.chunks).subarray(0, 5).toString()).toBe('%PDF-')
  expect(decodeURIComponent(reader.heads[0]?.['content-disposition'] ?? '')).toContain('日账单-A-7-2026-01-02.pdf')
})

test('one that cannot be drawn has sent nothing, and who left gets nothing: both make room for the next', async () => {
  async function* broken(): AsyncGenerator<PdfLine> {
    yield LINE
    throw new Error('no rows any more')
  }
  const failed = aReader()
  await expect(send(failed, broken())).rejects.toThrow('no rows any more')
  expect([failed.heads, failed.chunks]).toEqual([[], []])
  const gone = aReader()
  async function* leaving() {
    yield LINE
    gone.raw.destroy()
    await once(gone.raw, 'close')
    for (;;) yield LINE
  }
  await send(gone, leaving())
  expect(gone.heads).toEqual([])
  const next = aReader()
  async function* one() {
    yield LINE
  }
  await send(next, one())
  expect(next.heads).toHaveLength(1)
})
