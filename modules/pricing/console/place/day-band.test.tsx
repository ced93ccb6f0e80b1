import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { HOUR_MS } from '@wattyard/time'
import { beforeAll, expect, test } from 'vitest'
import type { DayPrices } from '../../contract/index.ts'
import { consoleModule } from '../index.ts'
import { DayBand } from './day-band.tsx'

beforeAll(() => loadSpanish(consoleModule))

/** Midnight in Shanghai, whose day the reader sees in the zone of their own company. */
const MIDNIGHT = Date.parse('2026-11-19T16:00:00Z')
const at = (hour: number) => MIDNIGHT + hour * HOUR_MS
const stretches = [
  { from: at(0), to: at(8), policyId: 'p', price: { period: 'G', electricity: '0.4257', service: '0.5000' } },
  { from: at(8), to: at(24), policyId: null, price: null },
] as const

const day = (zone: string): DayPrices => ({
  day: '2026-11-20',
  zone,
  from: at(0),
  to: at(24),
  list: [],
  asOf: at(9),
})
const draw = (zone = 'Asia/Shanghai') =>
  shownText(<DayBand day={day(zone)} stretches={stretches} label="Precios del 2026-11-20" />)

test('the table says each time with its price, and the end of the day as 24:00', () => {
  expect(draw()).toContain('00:00–08:00 Valle')
  expect(draw()).toContain('0,9257 Electricidad 0,4257 + Servicio 0,5000')
  expect(draw()).toMatch(/08:00–24:00 -- Sin precio/)
})

test('times of a station in another zone say so', () => {
  expect(draw()).not.toContain('Horas locales')
  const elsewhere = draw('America/Mexico_City')
  expect(elsewhere).toContain('10:00–18:00')
  expect(elsewhere).toContain('Horas locales de la estación (America/Mexico_City)')
})
