import { createSearchParams } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { onNewest, setNewestQuery, withParams } from './tab-query.ts'

afterEach(() => setNewestQuery(() => null))

/** Returns a page that is not redrawn between its changes, with an address that has them at once. */
function page(path: string) {
  let address = `${path}?page=3`
  const drawn = new URLSearchParams('page=3')
  setNewestQuery(asked => (address.startsWith(`${asked}?`) ? address.slice(asked.length) : null))
  return {
    change(next: Parameters<typeof onNewest>[1]) {
      const changed = onNewest(path, next)
      const after = typeof changed === 'function' ? changed(drawn) : changed
      address = `${path}?${createSearchParams(after).toString()}`
    },
    goTo: (to: string) => void (address = to),
    address: () => address,
  }
}

test('two changes before a redraw are both kept, in either order', () => {
  const list = page('/stations')
  list.change(before => withParams(before, { q: 'north', page: '' }))
  list.change(before => withParams(before, { open: '7' }))
  expect(list.address()).toBe('/stations?q=north&open=7')
  list.change(before => withParams(before, { open: null }))
  list.change(before => withParams(before, { q: undefined, sort: '-name' }))
  expect(list.address()).toBe('/stations?sort=-name')
})

test('a whole query replaces what there is; a page whose address is not shown changes what it was drawn with', () => {
  const list = page('/stations')
  list.change('tab=map')
  expect(list.address()).toBe('/stations?tab=map')
  list.goTo('/piles?q=a')
  list.change(before => withParams(before, { open: '7' }))
  expect(list.address()).toBe('/stations?page=3&open=7')
})
