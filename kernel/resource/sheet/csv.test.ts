import { expect, test } from 'vitest'
import { csvLine, defuse } from './csv.ts'

test('what a spreadsheet would run is quoted, in full width too; numbers are not', () => {
  for (const text of ['=1+1', '+A1', '-a', '@x', '\tx', '＝1+1', '＋A1', '－3', '＠SUM(A1)'])
    expect(defuse(text)).toBe(`'${text}`)
  for (const text of ['-3', '-3.5', '12', 'a=b', '桩＝1', '']) expect(defuse(text)).toBe(text)
  expect(csvLine(['＝cmd|x', 5])).toBe("'＝cmd|x,5\r\n")
})
