import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PdfColumn, PdfLine, PdfSheet } from './pdf-sheet.ts'
import { writePdf } from './write-pdf.ts'

const run = promisify(execFile)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattyard-pdf-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const COLUMNS: readonly PdfColumn[] = [
  { title: '站点', weight: 2 },
  { title: '金额', align: 'end' },
]

const sheet = ({ lines, ...some }: Partial<PdfSheet> & { lines?: readonly PdfLine[] } = {}): PdfSheet => ({
  title: '日账单',
  language: 'zh',
  madeAt: Date.UTC(2026, 0, 2),
  parts: [{ columns: COLUMNS, lines: lines ?? [{ kind: 'row', cells: ['深圳湾充电站', '1234.50'] }] }],
  pageOf: (page, pages) => `${page} / ${pages}`,
  ...some,
})

async function bytesOf(one: PdfSheet): Promise<Buffer> {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), writePdf(out, one)])
  return bytes
}

let files = 0
async function fileOf(one: PdfSheet): Promise<string> {
  const file = join(folder, `${files++}.pdf`)
  await writeFile(file, await bytesOf(one))
  return file
}

const textOf = async (file: string) => (await run('pdftotext', ['-layout', file, '-'])).stdout

interface Word {
  text: string
  x: number
  y: number
  right: number
  bottom: number
}

/** Words and their boxes in points, as another program finds them. */
async function wordsOf(file: string): Promise<Word[]> {
  const { stdout } = await run('pdftotext', ['-bbox', file, '-'])
  const found = stdout.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g)
  return [...found].map(([, x, y, right, bottom, text = '']) => ({
    text,
    x: Number(x),
    y: Number(y),
    right: Number(right),
    bottom: Number(bottom),
  }))
}

const DPI = 144
/** The first page in grey, two pixels a point. */
async function pixelsOf(file: string) {
  const { stdout } = await run('pdftoppm', ['-gray', '-r', String(DPI), '-f', '1', '-l', '1', file], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  })
  const head = /^P5\s(\d+)\s(\d+)\s255\s/.exec(stdout.subarray(0, 40).toString('latin1'))
  const width = Number(head?.[1])
  const data = stdout.subarray(head?.[0].length)
  /** Pixels of a box in points, as text, so that two boxes can be compared. */
  return ({ x, y, right, bottom }: Word) => {
    const rows: string[] = []
    let ink = 0
    for (let row = Math.floor(y * 2); row < bottom * 2; row++) {
      const line = data.subarray(row * width + Math.floor(x * 2), row * width + Math.ceil(right * 2))
      rows.push([...line].map(value => (value < 128 ? '#' : ' ')).join(''))
      ink += line.filter(value => value < 128).length
    }
    return {
      ink,
      picture: rows
        .map(row => row.trimEnd())
        .join('\n')
        .trim(),
    }
  }
}

test('another program reads the text that went in, in three languages', async () => {
  const cells = ['龘靐 鑫淼焱 充电桩①号 €12,00 ¿Cuánto? ñ', '-0.05']
  const text = await textOf(await fileOf(sheet({ facts: [['营业日', '2026-01-02']], lines: [{ kind: 'row', cells }] })))
  for (const one of [
    '日账单',
    '营业日',
    '2026-01-02',
    '站点',
    '鑫淼焱',
    '充电桩①号',
    '€12,00',
    '¿Cuánto?',
    'ñ',
    '-0.05',
  ])
    expect(text).toContain(one)
})

test('every character leaves ink of its own: none is a box that stands for all', async () => {
  const characters = Array.from('深圳湾桩龘己已巳0O1l')
  /** Each character at one place of a document of its own, so that equal glyphs would be equal pixels. */
  const drawnAlone = async (character: string) => {
    const file = await fileOf(sheet({ lines: [{ kind: 'row', cells: [character, ''] }] }))
    const word = (await wordsOf(file)).find(one => one.text === character)
    expect(word, character).toBeDefined()
    return (await pixelsOf(file))({ text: character, x: 44, y: 89.5, right: 60, bottom: 103.5 })
  }
  const drawn = []
  for (const character of characters) drawn.push(await drawnAlone(character))
  for (const { ink } of drawn) expect(ink).toBeGreaterThan(8)
  expect(new Set(drawn.map(one => one.picture)).size).toBe(characters.length)
  expect((await drawnAlone('湾')).picture).toBe(drawn[2]?.picture)
}, 60_000)

test('what the font cannot draw stands as its code, and no invisible sign comes through', async () => {
  const text = await textOf(await fileOf(sheet({ lines: [{ kind: 'row', cells: ['车🚗桩\u200b\u202e\u0007', ''] }] })))
  expect(text).toMatch(/车\[U\+1F697\]桩\[U\+0007\]/)
})

test('figures end at one edge', async () => {
  const amounts = ['1.00', '-98765.43', '120.00']
  const file = await fileOf(sheet({ lines: amounts.map(one => ({ kind: 'row', cells: ['x', one] })) }))
  const ends = (await wordsOf(file)).filter(word => amounts.includes(word.text)).map(word => word.right)
  expect(ends).toHaveLength(3)
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(0.6)
})

test('a long text wraps inside its column and nothing of it is lost', async () => {
  const long = `${'本站今日因设备检修暂停服务，'.repeat(12)}${'x'.repeat(200)}完`
  const file = await fileOf(sheet({ lines: [{ kind: 'row', cells: [long, '9.99'] }] }))
  const words = await wordsOf(file)
  const amount = words.find(word => word.text === '9.99')
  const inside = words.filter(word => word.y > 80 && word.y < 700 && !['9.99', '站点', '金额'].includes(word.text))
  for (const word of inside) expect(word.right).toBeLessThan(amount?.x ?? 0)
  expect(inside.map(word => word.text).join('')).toContain(long)
})

test('each page repeats the head and is numbered; groups and totals stand in order', async () => {
  const lines = [
    { kind: 'group', title: '一月' } as const,
    ...Array.from({ length: 120 }, (_, i) => ({ kind: 'row', cells: [`第${i}行`, `${i}.00`] }) as const),
    { kind: 'total', cells: ['合计', '7140.00'] } as const,
  ]
  const file = await fileOf(sheet({ lines, footer: 'Wattyard' }))
  const pages = (await textOf(file)).split('\f').filter(page => page.trim())
  expect(pages.length).toBeGreaterThan(2)
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('站点')
    expect(page).toMatch(new RegExp(`${i + 1} ?/ ?${pages.length}\\s*$`))
  }
  expect(pages.join('').match(/第\d+行/g)).toEqual(Array.from({ length: 120 }, (_, i) => `第${i}行`))
  expect(pages.at(-1)).toMatch(/合计\s+7140\.00/)
})

test('sums keep their digits together, however short and however many the figures above them are', async () => {
  const titles = Array.from({ length: 20 }, (_, i) => (i < 2 ? '广东省深圳市南山区充电站' : `列${i}`))
  const columns = titles.map((title): PdfColumn => ({ title, align: 'end' }))
  const row: PdfLine = { kind: 'row', cells: titles.map(() => '1.00') }
  const totals = titles.map((_, i) => `${100 + i},935.54`)
  const parts = [{ columns, lines: Array.from({ length: 450 }, () => row), totals }]
  const words = await wordsOf(await fileOf(sheet({ paper: 'a4Landscape', parts })))
  expect(words.map(word => word.text).filter(text => text.includes(','))).toEqual(totals)
})

test.each([
  ['zh', '已取消', '支付方式'],
  ['en', 'Cancelled', 'Payment method'],
  ['es', 'Cancelado', 'Forma de pago'],
] as const)(
  'a day, a time and a short word stay whole, however many columns there are: %s',
  async (language, state, title) => {
    const columns = Array.from({ length: 16 }, () => ({ title }))
    const [day, time, run] = ['2026-11-28', '18:05:09', '12:34']
    const texts = [`${day} ${time}`, '2611261635045T3TZ6BD', state, day, run]
    const row = { kind: 'row', cells: columns.map((_, i) => texts[i % texts.length] ?? '') } as const
    const file = await fileOf(sheet({ language, paper: 'a4Landscape', parts: [{ columns, lines: [row] }] }))
    const words = (await wordsOf(file)).map(({ text }) => text)
    for (const [text, times] of [
      [day, 7],
      [time, 4],
      [state, 3],
      [run, 3],
    ] as const)
      expect(
        words.filter(word => word === text),
        text,
      ).toHaveLength(times)
    expect(Math.max(...(await wordsOf(file)).map(({ right }) => right))).toBeLessThan(842 - 20)
  },
)

test('titles wrap between words and are drawn smaller before a word breaks', async () => {
  const titles = [
    'Fecha',
    'Estación',
    'Pedidos',
    'Energía',
    'Importe de electricidad',
    'Importe de servicio',
    'Total facturado',
    'Reembolsado',
    'Pendiente de cobro',
    'Recargas recibidas',
    'Anomalías pendientes',
    'Observaciones',
    'Electricidad consumida',
    'Identificación fiscal',
    'Potencia máxima',
    'Servicio prestado',
  ]
  const columns = titles.map((title, i): PdfColumn => ({ title, align: i > 1 ? 'end' : 'start' }))
  const cells = titles.map((_, i) => (i === 1 ? 'Estación de Shenzhen Bay' : '17.963,39'))
  const parts = [{ columns, lines: [{ kind: 'row', cells }] }] as const
  const words = (await wordsOf(await fileOf(sheet({ language: 'es', paper: 'a4Landscape', parts })))).map(
    ({ text }) => text,
  )
  for (const title of titles) expect(words).toEqual(expect.arrayContaining(title.split(' ')))
})

test('equal sheets are equal bytes, small, with title and language inside', async () => {
  const [one, two] = [await bytesOf(sheet()), await bytesOf(sheet())]
  expect(one.equals(two)).toBe(true)
  expect(one.length).toBeLessThan(60_000)
  const file = await fileOf(sheet())
  expect((await run('pdfinfo', [file])).stdout).toMatch(/Title:\s+日账单/)
  expect((await run('pdffonts', [file])).stdout.match(/yes yes yes/g)).toHaveLength(2)
  expect((await readFile(file)).toString('latin1')).toContain('zh-CN')
})

test('what a document says does not hang on documents before it', async () => {
  const asWritten = async (cell: string) =>
    textOf(await fileOf(sheet({ lines: [{ kind: 'row', cells: [cell, '1'] }] })))
  // Both marks are drawn by one glyph.
  for (const cell of ['甲・乙', '甲·乙', '甲・乙']) expect(await asWritten(cell)).toContain(cell)
})

test('a receipt and a label have their own size', async () => {
  for (const [paper, size] of [
    ['receipt', '226.772 x 566.929'],
    ['label', '283.465 x 425.197'],
    ['a4Landscape', '841.89 x 595.28'],
  ] as const)
    expect((await run('pdfinfo', [await fileOf(sheet({ paper }))])).stdout).toContain(size)
})

test('the name of sums has room up to the first sum; a group holds its rows further in, and a note says what is left out', async () => {
  const columns: readonly PdfColumn[] = [{ title: 'No.' }, { title: 'State' }, { title: 'Amount', align: 'end' }]
  const file = await fileOf(
    sheet({
      parts: [
        {
          columns,
          lines: [
            { kind: 'sums', cells: ['Stations of the harbour, 2 rows', '', '8.00'] },
            { kind: 'row', cells: ['R1', 'paid', '5.00'], depth: 1 },
            { kind: 'row', cells: ['R2', 'paid', '3.00'], depth: 1 },
          ],
          totals: ['Total of two hundred rows', '', '8.00'],
          totalsNote: '1 reversed, left out',
        },
      ],
    }),
  )
  const text = await textOf(file)
  expect(text).toMatch(/Stations of the harbour, 2 rows +8\.00/)
  expect(text).toMatch(/Total of two hundred rows +8\.00\s+1 reversed, left out/)
  const words = await wordsOf(file)
  const at = (word: string) => words.find(one => one.text === word)?.x ?? 0
  expect(at('R1')).toBeGreaterThan(at('Stations') + 6)
  expect(at('Total')).toBeCloseTo(at('Stations'), 0)
})
