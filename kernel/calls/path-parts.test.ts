import { expect, test } from 'vitest'
import { fillPath, pathNames } from './path-parts.ts'

test('a path names its parts, in order; a colon inside a part is no name', () => {
  expect(pathNames('/pubapi/pay/:channel/orders/:id')).toEqual(['channel', 'id'])
  expect(pathNames('/api/device/station/list')).toEqual([])
  expect(pathNames('/api/a:b')).toEqual([])
})

test('values go into the path and leave the input', () => {
  const input = { id: 'a/b ?&#%好', page: 2, channel: 7 }
  expect(fillPath('/pubapi/pay/:channel/:id', input)).toEqual({
    path: '/pubapi/pay/7/a%2Fb%20%3F%26%23%25%E5%A5%BD',
    rest: { page: 2 },
  })
  expect(input).toEqual({ id: 'a/b ?&#%好', page: 2, channel: 7 })
  expect(fillPath('/api/list', input)).toEqual({ path: '/api/list', rest: input })
  expect(fillPath('/p/:id', { id: 'x\ud800' }).path).toBe('/p/x%EF%BF%BD')
})

test.each([[undefined], [null], [''], ['.'], ['..'], [{}], [['a']]])('%j is no part of an address', value => {
  expect(() => fillPath('/pubapi/pay/:channel', { channel: value })).toThrow('/pubapi/pay/:channel')
})
