import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aThing, type Things, thingsServer } from '../testing/things.ts'
import { sendTo, type Sending } from '../testing/send-files.ts'

const MEGABYTE = 1024 * 1024

let things: Things
let send: Sending
beforeAll(async () => {
  things = await thingsServer()
  send = sendTo(things)
})
afterAll(() => things.close())

/** A file of three slices and a bit, held by a record. */
async function aLargeFile(): Promise<{ id: string; content: Buffer }> {
  const content = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(3 * MEGABYTE)])
  const { data: file } = await send.whole({ field: 'papers', name: 'r.pdf', content })
  await things.save(aThing({ papers: [file.id] }))
  return { id: file.id, content }
}
const read = (id: string, headers: Record<string, string> = {}) =>
  things.server.call('/api/file/get', { id }, { as: things.as, method: 'GET', headers })

test('a large file and large parts of it leave slice by slice, byte for byte', async () => {
  const { id, content } = await aLargeFile()
  const whole = await read(id)
  expect([whole.status, whole.headers['content-length'], whole.bytes.equals(content)]).toEqual([
    200,
    String(content.length),
    true,
  ])
  const part = await read(id, { range: `bytes=5-${2 * MEGABYTE + 5}` })
  expect([
    part.status,
    part.headers['content-range'],
    part.bytes.equals(content.subarray(5, 2 * MEGABYTE + 6)),
  ]).toEqual([206, `bytes 5-${2 * MEGABYTE + 5}/${content.length}`, true])
})

test('one that was changed below is cut before its end', async () => {
  const { id } = await aLargeFile()
  await things.server.db.platform(tx =>
    tx.execute(`update kernel_file_part set content = set_byte(content, 0, 0) where file_id = $1 and part = 0`, [id]),
  )
  await expect(read(id)).rejects.toBeInstanceOf(Error)
})
