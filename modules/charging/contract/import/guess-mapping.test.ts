import { describe, expect, test } from 'vitest'
import { type FileMapping } from '../calls/import.ts'
import { columnsFor, fitsHeader, missingFields, withColumns, withDecimal } from './file-mapping.ts'
import { fittingFormats, guessMapping, sourceOf } from './guess-mapping.ts'
import { delimiterOf, headRows } from './session-file.ts'

function guess(text: string): FileMapping {
  const delimiter = delimiterOf(text)
  const [header = [], ...rows] = headRows(text, delimiter)
  return guessMapping({ header, rows }, { encoding: 'utf-8', delimiter, headerRow: 1 })
}

describe('a guess from names and contents', () => {
  test('of a Chinese export', () => {
    const mapping = guess(
      '订单编号,电站名称,充电桩编号,枪号,充电开始时间,充电结束时间,充电电量(度),总金额(元),开始SOC,结束SOC\n' +
        'A1,西站,ZD01,2,2026/3/1 8:05:00,2026/3/1 9:00:00,21.5,30.10,20,80',
    )
    expect(mapping).toMatchObject({
      key: ['订单编号'],
      start: ['充电开始时间'],
      end: ['充电结束时间'],
      instant: 'YYYY/M/D H:mm:ss',
      energy: { column: '充电电量(度)', unit: 'kWh', decimal: '.' },
      station: { column: '充电桩编号' },
      connector: { column: '枪号' },
      site: { column: '电站名称' },
      price: { column: '总金额(元)', perUnit: 1, sign: 'positive', currency: { constant: 'CNY' } },
      soc: { start: '开始SOC', end: '结束SOC' },
    })
    expect(missingFields(mapping)).toEqual([])
  })

  test('of a Spanish one: date and time apart, decimal comma, negative euros', () => {
    const mapping = guess(
      'Id sesión;Punto de carga;Fecha inicio;Hora inicio;Fecha fin;Hora fin;Energía (kWh);Importe (EUR)\n' +
        '7;P-1;31/12/2025;22:15;31/12/2025;23:40;12,5;-4,20\n8;P-2;05/01/2026;07:00;05/01/2026;08:00;3,25;-1,10',
    )
    expect(mapping).toMatchObject({
      key: ['Id sesión'],
      start: ['Fecha inicio', 'Hora inicio'],
      end: ['Fecha fin', 'Hora fin'],
      instant: 'D/M/YYYY H:mm',
      file: { delimiter: ';' },
      energy: { column: 'Energía (kWh)', unit: 'kWh', decimal: ',' },
      station: { column: 'Punto de carga' },
      price: { sign: 'negative', currency: { constant: 'EUR' }, decimal: ',' },
    })
  })

  test('of an English one: Wh, cents, a duration in place of an end, no number of its own', () => {
    const mapping = guess(
      'Charger,Start Time,Duration (h:mm),Energy,Amount (cents)\nC1,2026-01-02 10:00:00,1:20:00,15250,410',
    )
    expect(mapping).toMatchObject({
      key: ['Charger', 'Start Time'],
      end: null,
      duration: { column: 'Duration (h:mm)', unit: 'h:mm:ss' },
      energy: { unit: 'Wh' },
      price: { perUnit: 100 },
    })
  })

  test('leaves open what nothing says', () => {
    expect(missingFields(guess('foo,bar\nx,y'))).toEqual(['key', 'start', 'end', 'energy', 'station'])
  })
})

test('day and month are told apart by the rows, and both are offered where these do not', () => {
  expect(fittingFormats(['13/01/2026 8:00'])).toEqual(['D/M/YYYY H:mm'])
  expect(fittingFormats(['03/01/2026 8:00'])).toEqual(['D/M/YYYY H:mm', 'M/D/YYYY H:mm'])
  expect(fittingFormats([])).toEqual([])
})

test('the same header gives the same source, another one another', () => {
  expect(sourceOf(['a', 'b'])).toMatch(/^file-[0-9a-f]{8}$/)
  expect(sourceOf(['a', 'b'])).toBe(sourceOf(['a', 'b']))
  expect(sourceOf(['a', 'c'])).not.toBe(sourceOf(['a', 'b']))
})

test('columns are put into every field and taken out again', () => {
  const whole = withDecimal(
    (['price', 'currency', 'duration', 'state', 'socStart', 'socEnd', 'user', 'model'] as const).reduce(
      (mapping, field) => withColumns(mapping, field, [`c-${field}`]),
      guess('id,station,start,end,kwh\n1,S,2026-01-02 10:00:00,2026-01-02 11:00:00,5'),
    ),
    ',',
  )
  expect(columnsFor(whole, 'currency')).toEqual(['c-currency'])
  expect(whole.soc).toEqual({ start: 'c-socStart', end: 'c-socEnd' })
  expect(whole.duration?.decimal).toBe(',')
  expect(missingFields(whole)).toEqual(['state'])
  expect(missingFields(withColumns(whole, 'state', []))).toEqual([])
  expect(withColumns(whole, 'price', []).price).toBeNull()
  expect(fitsHeader(whole, ['id', 'station', 'start', 'end', 'kwh'])).toBe(false)
})
