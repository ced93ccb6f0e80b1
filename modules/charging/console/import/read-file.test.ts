import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { SESSION_FORMATS } from '../../server/import/session-formats.ts'
import { FORMAT_ZONES, formatOf, readFile, tableText, UnreadableFile } from './read-file.ts'

const offers = SESSION_FORMATS.map(({ id, required, instant }) => ({
  id,
  columns: required,
  localTimes: !instant.endsWith('Z'),
}))
const PERTH = 'period,row_id,cp_id,connector,start_date,start_time,end_date,end_time,total_kwh,site,model'

const aFile = (part: BlobPart): File => new File([part], 'a.csv')

describe('a chosen file', () => {
  test('is read as text, packed or not', async () => {
    expect(await readFile(aFile('a,b\n1,é'))).toMatchObject({ text: 'a,b\n1,é', encoding: 'utf-8', name: 'a.csv' })
    expect(await readFile(aFile(gzipSync('a,b\n1,2')))).toMatchObject({ text: 'a,b\n1,2' })
    const latin = Uint8Array.from([0x45, 0x73, 0x74, 0x61, 0x63, 0x69, 0xf3, 0x6e])
    expect(await readFile(aFile(latin))).toMatchObject({ text: 'Estación', encoding: 'windows-1252' })
  })

  test('that is no text or broken is refused with its reason', async () => {
    const problem = (part: BlobPart) =>
      readFile(aFile(part)).catch((error: unknown) => (error instanceof UnreadableFile ? error.problem : error))
    expect(await problem(Uint8Array.from([0xff, 0xfe, 0x00]))).toBe('notText')
    expect(await problem(gzipSync('abc').subarray(0, 12))).toBe('damaged')
  })

  test('tells its format by its columns, whatever their order', () => {
    expect(formatOf(`${PERTH}\n1`, offers)).toBe('perth')
    expect(formatOf(`\ufeff"${PERTH.split(',').toReversed().join('","')}"\r\n1`, offers)).toBe('perth')
    expect(formatOf('a,b\n1,2', offers)).toBeNull()
    expect(formatOf('', offers)).toBeNull()
  })

  test('every format has a default zone', () => {
    expect(Object.keys(FORMAT_ZONES).toSorted()).toEqual(offers.map(one => one.id).toSorted())
  })

  test('a sheet becomes text with the same number of columns in every row; midnight has its time', () => {
    const sheet = [
      ['id', 'start', 'note'],
      ['1', '2026-01-01 10:00:00', 'a, "b"'],
      ['2', '2026-01-02'],
    ]
    expect(tableText(sheet)).toBe('id,start,note\n1,2026-01-01 10:00:00,"a, ""b"""\n2,2026-01-02 00:00:00,')
  })
})
