import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { SESSION_FORMATS } from '../../server/import/session-formats.ts'
import { FORMAT_ZONES, firstLines, formatOf, textOf, UnreadableFile } from './read-file.ts'

const offers = SESSION_FORMATS.map(({ id, required, instant }) => ({
  id,
  columns: required,
  localTimes: !instant.endsWith('Z'),
}))
const PERTH = 'period,row_id,cp_id,connector,start_date,start_time,end_date,end_time,total_kwh,site,model'

describe('a chosen file', () => {
  test('is read as text, packed or not', async () => {
    expect(await textOf(new Blob(['a,b\n1,é']))).toBe('a,b\n1,é')
    expect(await textOf(new Blob([gzipSync('a,b\n1,2')]))).toBe('a,b\n1,2')
  })

  test('that is no text or broken is refused with its reason', async () => {
    const problem = (blob: Blob) =>
      textOf(blob).catch((error: unknown) => (error instanceof UnreadableFile ? error.problem : error))
    expect(await problem(new Blob([Uint8Array.from([0xff, 0xfe, 0x00])]))).toBe('notText')
    expect(await problem(new Blob([gzipSync('abc').subarray(0, 12)]))).toBe('damaged')
  })

  test('tells its format by its columns, whatever their order', () => {
    expect(formatOf(`${PERTH}\n1`, offers)).toBe('perth')
    expect(formatOf(`\ufeff"${PERTH.split(',').toReversed().join('","')}"\r\n1`, offers)).toBe('perth')
    expect(formatOf('a,b\n1,2', offers)).toBeNull()
    expect(formatOf('', offers)).toBeNull()
  })

  test('every format has a zone to begin with', () => {
    expect(Object.keys(FORMAT_ZONES).toSorted()).toEqual(offers.map(one => one.id).toSorted())
  })

  test('shows its first lines', () => {
    expect(firstLines('a\r\nb\nc', 2)).toEqual(['a', 'b'])
  })
})
