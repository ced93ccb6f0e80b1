import { field } from '../field.ts'
import { expect, test } from 'vitest'
import { filledFrom } from './filled-from.ts'

const fields = Object.entries({
  power: field.power({ min: 1, max: 2_000_000 }),
  connectorCount: field.integer({ min: 1, max: 16 }),
  protocol: field.oneOf(['ocpp16', 'ocpp201']),
})
const model = { id: 'm', version: 1, createdAt: 0, updatedAt: 0, can: [] }

test('a chosen model fills what it states', () => {
  const values = { power: 120_000, connectorCount: 2, protocol: 'ocpp16' }
  expect(filledFrom(fields, { ...model, ...values, name: 'M' })).toEqual(values)
})

test('what the model leaves open, and what the form would refuse, stays as it is', () => {
  expect(filledFrom(fields, { ...model, power: null, connectorCount: 0, protocol: 'ykc' })).toEqual({})
  expect(filledFrom(fields, { ...model, power: 0, connectorCount: 17 })).toEqual({})
})
