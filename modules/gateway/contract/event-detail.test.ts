import { expect, test } from 'vitest'
import { eventDetail, unknownConnector } from './event-detail.ts'

const say = (key: string, params: Record<string, string>) => `${key} ${JSON.stringify(params)}`

test.each([
  [3, { connectorCount: 2, connectorsPerEvse: 1 }, '3', '1, 2'],
  [103, { connectorCount: 4, connectorsPerEvse: 2 }, '1-3', '1-1, 1-2, 2-1, 2-2'],
  [5, { connectorCount: 3, connectorsPerEvse: 2 }, '5', '1-1, 1-2, 2'],
])('connector %i of %o is said as people call it', (number, layout, said, has) => {
  const detail = unknownConnector(number, layout)
  expect(detail).toBe(`#${said} (${has})`)
  expect(eventDetail('unknown-connector', detail, say)).toBe(
    `gateway.log.unknownConnector ${JSON.stringify({ said, has })}`,
  )
})

test('details of other kinds stay as they are', () => {
  expect(eventDetail('faulted', '#3 (1)', say)).toBe('#3 (1)')
  expect(eventDetail('unknown-connector', 'whatever', say)).toBe('whatever')
})
