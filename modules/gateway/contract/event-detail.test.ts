import { expect, test } from 'vitest'
import { eventDetail, unknownConnector } from './event-detail.ts'

const words = {
  say: (key: string, params: Record<string, string>) => `${key} ${JSON.stringify(params)}`,
  wordOf: (name: string, value: string) =>
    name === 'gateway.connector.error' && value === 'GroundFailure' ? '接地故障' : value,
}

test.each([
  [3, { connectorCount: 2, connectorsPerEvse: 1 }, '3', '1, 2'],
  [103, { connectorCount: 4, connectorsPerEvse: 2 }, '1-3', '1-1, 1-2, 2-1, 2-2'],
  [5, { connectorCount: 3, connectorsPerEvse: 2 }, '5', '1-1, 1-2, 2'],
])('connector %i of %o is said as people call it', (number, layout, said, has) => {
  const detail = unknownConnector(number, layout)
  expect(detail).toBe(`#${said} (${has})`)
  expect(eventDetail('unknown-connector', detail, words)).toBe(
    `gateway.log.unknownConnector ${JSON.stringify({ said, has })}`,
  )
})

test('the code of a fault is said in words; the text of the pile and an unknown code stay', () => {
  const said = (detail: string) => eventDetail('faulted', detail, words)
  expect(said('#1-2 GroundFailure')).toBe('#1-2 接地故障')
  expect(said('#1 GroundFailure: leak: 30 mA')).toBe('#1 接地故障: leak: 30 mA')
  expect(said('#1 E21')).toBe('#1 E21')
  expect(said('GroundFailure')).toBe('GroundFailure')
})

test('details of other kinds stay as they are', () => {
  expect(eventDetail('faulted', '#3 (1)', words)).toBe('#3 (1)')
  expect(eventDetail('unknown-connector', 'whatever', words)).toBe('whatever')
})
