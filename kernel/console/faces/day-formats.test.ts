import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../session/settings.ts'
import { dayFormats } from './day-formats.ts'

dayjs.extend(customParseFormat)

const DAYS = ['2026-11-02', '2026-01-22', '2026-12-31', '2028-02-29']

test.each(LANGUAGES)('%s: a day that is typed is read when it is whole, and not before', language => {
  const formats = dayFormats(language)
  const read = (text: string) => formats.map(format => dayjs(text, format, true)).find(day => day.isValid())
  for (const day of DAYS)
    for (const format of formats) {
      const text = dayjs(day).format(format)
      expect(read(text)?.format('YYYY-MM-DD'), text).toBe(day)
      for (let length = 1; length < text.length; length++)
        expect(read(text.slice(0, length)), text.slice(0, length)).toBeUndefined()
    }
})

test('in Spanish the day comes first', () => {
  const formats = dayFormats('es')
  const read = formats.map(format => dayjs('1/11/2026', format, true)).find(day => day.isValid())
  expect(read?.format('YYYY-MM-DD')).toBe('2026-11-01')
})
