import { crc32 } from 'node:zlib'
import { ResizeFit, Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sending, sendTo } from '../testing/send-files.ts'
import { aThing, type Things, thingsServer } from '../testing/things.ts'
import { imageSize } from './image-size.ts'
import { judgeContent } from './receive-file.ts'

let things: Things
let send: Sending
beforeAll(async () => {
  things = await thingsServer()
  send = sendTo(things)
})
afterAll(() => things.close())

/** A picture of noise, so that it has some size. */
const picture = (width: number, height: number): Transformer =>
  Transformer.fromRgbaPixels(
    Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7919) % 256)),
    width,
    height,
  )

/** Puts an EXIF segment into a JPEG: turned to the right, and where it was taken. */
function withExif(jpeg: Buffer): Buffer {
  const tiff = Buffer.from(
    '4d4d002a00000008000201120003000000010006000088250004000000010000002600000000' + // orientation 6, pointer to GPS
      '00010001000200000002' +
      '4e00000000000000', // latitude reference N
    'hex',
  )
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 31.2304N 121.4737E')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** A PNG whose header states a size that its pixels do not have. */
function withStatedSize(png: Buffer, width: number, height: number, bits = 8): Buffer {
  const bomb = Buffer.from(png)
  bomb[24] = bits
  bomb.writeUInt32BE(width, 16)
  bomb.writeUInt32BE(height, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  return bomb
}

const read = (id: string, query: object = {}) =>
  things.server.call('/api/file/get', { id, ...query }, { as: things.as, method: 'GET' })

describe('a picture', () => {
  test('is drawn anew: upright, without camera or place, and with a thumbnail', async () => {
    const content = withExif(await picture(900, 600).jpeg(80))
    expect(content.includes('31.2304N')).toBe(true)
    const { data: file } = await send.whole({ field: 'photos', name: '入口.jpg', content })
    expect(file).toMatchObject({ type: 'jpeg', width: 600, height: 900 })
    await things.save(aThing({ photos: [file.id] }))
    const whole = await read(file.id)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="__.jpg"/),
      'content-security-policy': "default-src 'none'; sandbox",
    })
    for (const trace of ['Exif', 'GPS', '31.2304N']) expect(whole.bytes.includes(trace)).toBe(false)
    expect(imageSize('jpeg', whole.bytes)).toEqual({ width: 600, height: 900 })
    const small = await read(file.id, { form: 'thumbnail' })
    expect(small.headers['content-type']).toBe('image/webp')
    expect(imageSize('webp', small.bytes)).toEqual({ width: 213, height: 320 })
    expect((await read(file.id, { keep: true })).headers['content-disposition']).toMatch(/^attachment;/)
  })

  test('loses whatever was hidden behind it', async () => {
    const hidden = Buffer.from('PK\u0003\u0004 <script>alert(1)</script> MZ')
    for (const [name, made] of [
      ['a.png', await picture(40, 30).png()],
      ['a.jpg', await picture(40, 30).jpeg()],
      ['a.webp', await picture(40, 30).webp()],
    ] as const) {
      const { data: file } = await send.whole({ field: 'photos', name, content: Buffer.concat([made, hidden]) })
      const { bytes } = await read(file.id)
      expect([name, bytes.includes('<script>'), file.width, file.height]).toEqual([name, false, 40, 30])
    }
  })

  test('that claims more pixels than may be drawn is refused by its header, before anything is decoded', async () => {
    const png = await picture(8, 8).png()
    const begun = performance.now()
    const answer = await send.whole({ field: 'photo', name: 'bomb.png', content: withStatedSize(png, 16_000, 16_000) })
    expect(answer.data.fields.file).toBe('图片不能超过 25 百万像素')
    expect(performance.now() - begun).toBeLessThan(2_000)
    // Sixteen bits for each colour take twice the memory.
    const deep = withStatedSize(png, 4_000, 4_000, 16)
    const { data } = await send.whole({ field: 'photo', name: 'deep.png', content: deep })
    expect(data.fields.file).toBe('图片不能超过 12 百万像素')
    // A size that fits, and pixels that do not belong to it.
    const broken = await send.whole({ field: 'photo', name: 'odd.png', content: withStatedSize(png, 5_000, 5_000) })
    expect(broken.data.fields.file).toBe('图片已损坏或无法识别')
  })

  test('of millions of rows is refused by its header; the longest that is drawn takes a core no more than seconds', async () => {
    const png = await picture(8, 8).png()
    const begun = performance.now()
    for (const [width, height] of [
      [1, 24_000_000],
      [24_000_000, 1],
      [16_385, 100],
    ] as const) {
      const long = { field: 'photo', name: 'long.png', content: withStatedSize(png, width, height) }
      expect((await send.whole(long)).data.fields.file).toBe('图片每边不能超过 16384 像素')
    }
    expect(performance.now() - begun).toBeLessThan(2_000)
    const used = process.cpuUsage()
    const content = await Transformer.fromRgbaPixels(new Uint8Array(16_384 * 1_000 * 4), 16_384, 1_000).png()
    const { data: file } = await send.whole({ field: 'photo', name: 'edge.png', content })
    expect(file).toMatchObject({ width: 4096, height: 250 })
    expect(process.cpuUsage(used).user / 1_000).toBeLessThan(5_000)
  })

  test('that cannot be decoded is refused, and leaves nothing', async () => {
    const before = await things.server.db.platform(tx => tx.query('select id from kernel_file'))
    const jpeg = await picture(40, 30).jpeg()
    for (const [name, content] of [
      ['a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2])],
      ['a.jpg', jpeg.subarray(0, 20)],
      ['a.png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
      ['a.webp', Buffer.from('RIFF0000WEBPVP8 nothing that decodes to any picture')],
    ] as const)
      expect((await send.whole({ field: 'photo', name, content })).code).toBe('kernel.invalid')
    expect(await things.server.db.platform(tx => tx.query('select id from kernel_file'))).toEqual(before)
  })

  test('is fetched when its turn to be drawn has come: who waits holds no bytes', async () => {
    const png = await picture(8, 8).png()
    const fetched: string[] = []
    const { promise: wait, resolve: go } = Promise.withResolvers<void>()
    const judge = (name: string) =>
      judgeContent(
        'one',
        name,
        async () => {
          fetched.push(name)
          await wait
          return png
        },
        ['png'],
      )
    const both = [judge('1.png'), judge('2.png')]
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(fetched).toEqual(['1.png'])
    go()
    expect((await Promise.all(both)).map(one => one.type)).toEqual(['png', 'png'])
    expect(fetched).toEqual(['1.png', '2.png'])
  })

  test('of one person waits behind that of another, and not behind all of them', async () => {
    const png = await picture(8, 8).png()
    const fetched: string[] = []
    const judge = (person: string, name: string) =>
      judgeContent(person, name, async () => (fetched.push(name), png), ['png'])
    const many = Array.from({ length: 11 }, (_, at) => judge('many', `${at}.png`))
    await expect(judge('many', 'more.png')).rejects.toMatchObject({ code: 'kernel.busy' })
    await Promise.all([...many, judge('other', 'other.png')])
    expect(fetched.indexOf('other.png')).toBeLessThanOrEqual(2)
  })

  test('is drawn once, however often its sender asks while it waits', async () => {
    const png = await picture(9, 9).png()
    const { promise: wait, resolve: go } = Promise.withResolvers<void>()
    // One place to wait is left.
    const before = Array.from({ length: 31 }, (_, at) =>
      judgeContent(`p${at % 4}`, `${at}.png`, () => wait.then(() => png), ['png']),
    )
    const { data: begun } = await send.begin({ field: 'photo', name: 'a.png', content: png })
    await send.chunk(begun.id, 0, png)
    const answers = Promise.all([1, 2, 3].map(() => send.finish(begun.id)))
    await new Promise(resolve => setTimeout(resolve, 300))
    go()
    await Promise.all(before)
    expect((await answers).map(one => one.code)).toEqual(['0', '0', '0'])
  })

  test('larger than is stored is scaled down', async () => {
    const wide = picture(500, 50).resize({ width: 5_000, height: 500, fit: ResizeFit.Fill })
    const { data: file } = await send.whole({ field: 'photo', name: 'w.jpg', content: await wide.jpeg(50) })
    expect(file).toMatchObject({ width: 4096, height: 410 })
  })

  test('fields of pictures take pictures only', async () => {
    for (const [name, content] of [
      ['a.pdf', Buffer.from('%PDF-1.7')],
      ['a.gif', Buffer.from('GIF89a')],
    ] as const)
      expect((await send.whole({ field: 'photos', name, content })).data.fields.file).toContain(
        '.jpg, .jpeg, .png, .webp',
      )
  })
})

describe('the room of a tenant', () => {
  const of = (size: number, fill: string) => ({
    field: 'papers',
    name: `${fill}.pdf`,
    content: Buffer.from(`%PDF-1.7 ${fill.repeat(size)}`),
  })

  test('is never overdrawn, however many announce at the same moment', async () => {
    const small = await thingsServer({ quotaBytes: 1_000_000 })
    try {
      const sending = sendTo(small)
      const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(fill => sending.begin(of(400_000, fill))))
      expect(answers.filter(one => one.success)).toHaveLength(2)
      expect(answers.find(one => !one.success)).toMatchObject({ code: 'kernel.fileQuota' })
      // What is given up makes room.
      const begun = answers.find(one => one.success)
      await sending.discard(begun?.data.id)
      const { data: file } = await sending.whole(of(400_000, 'f'))
      const { data: thing } = await small.save(aThing({ papers: [file.id] }))
      expect((await sending.begin(of(400_000, 'g'))).code).toBe('kernel.fileQuota')
      await small.save({ id: thing.id, papers: [] })
      expect((await sending.begin(of(400_000, 'g'))).success).toBe(true)
    } finally {
      await small.close()
    }
  })

  test('one person has only so many files waiting', async () => {
    const answers = []
    for (let at = 0; at < 51; at++) answers.push(await send.begin(of(10 + at, 'w')))
    expect(answers.at(-1)).toMatchObject({ code: 'kernel.tooManyFilesWaiting' })
  })
})
