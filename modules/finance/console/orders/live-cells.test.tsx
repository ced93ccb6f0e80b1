import { shownText, loadSpanish } from '@wattyard/console-kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { consoleModule } from '../index.ts'
import { EnergyCell, TotalCell } from './live-cells.tsx'
import { ReceivableCell } from './order-cells.tsx'

beforeAll(() => loadSpanish(consoleModule))

const record = (more: object) => ({ id: '1', version: 1, createdAt: 0, updatedAt: 0, can: [], ...more })
const energy = (more: object, value: string | null = null) =>
  shownText(<EnergyCell value={value} record={record(more)} labels={{}} />)
const total = (more: object, value = '0.00') => shownText(<TotalCell value={value} record={record(more)} labels={{}} />)

test('a billed order shows what was billed', () => {
  expect(energy({}, '12.3400')).toBe('12,340 kWh')
  expect(total({}, '16.15')).toBe('¥16,15')
  expect(total({}, '0.00')).toBe('¥0,00')
})

test('a running order shows its amount so far, and states that it still grows', () => {
  const soFar = { electricity: '11.15', service: '5.00', total: '16.15' }
  expect(energy({ liveEnergy: '10.0000', soFar })).toMatch(/^10,000 kWh Cargando: /)
  expect(total({ liveEnergy: '10.0000', soFar })).toMatch(/^¥16,15 Cargando: /)
})

test('an unknown amount is empty with its reason, not zero', () => {
  expect(energy({ liveEnergy: null, soFar: null })).toMatch(/^-- .+aún no ha enviado la energía$/)
  expect(total({ liveEnergy: null, soFar: null })).toMatch(/^-- .+aún no ha enviado la energía$/)
  expect(total({ liveEnergy: '10.0000', soFar: null })).toMatch(/^-- .+no había precio vigente/)
})

test('a debt says what became of it: nothing, a part or all of it was paid since', () => {
  const debt = (value: string, openDebt: string) =>
    shownText(<ReceivableCell value={value} record={record({ openDebt, settledAt: 1 })} labels={{}} />)
  expect(debt('0.00', '0.00')).toBe('¥0,00')
  expect(debt('0.31', '0.10')).toBe('¥0,31 Aún adeudado ¥0,10')
  expect(debt('0.31', '0.00')).toBe('¥0,31 Pagado después con recargas')
})
