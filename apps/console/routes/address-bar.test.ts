import { expect, test, vi } from 'vitest'
import { type AddressBar, type BarWindow, createAddressBar } from './address-bar.ts'

/** A browser window as far as an address bar sees it: entries, the present one, and news of going back. */
function aWindow(address: string): BarWindow & { entries: string[]; back(): void } {
  const entries = [`https://console.example${address}`]
  let at = 0
  let popped = (): void => {}
  const put = (href: string): void => void entries.splice(at, Infinity, href)
  return {
    entries,
    get location() {
      return new URL(entries[at] ?? '') as unknown as Location // the parts that are read are those of an address
    },
    history: {
      pushState(_state, _unused, href) {
        at++
        put(String(href))
      },
      replaceState: (_state, _unused, href) => put(String(href)),
      go(by = 0) {
        at += by
        popped()
      },
    },
    addEventListener: (_name: string, listener: unknown) => {
      popped = listener as () => void
    },
    back() {
      at--
      popped()
    },
  }
}

function bar(address: string): {
  window: ReturnType<typeof aWindow>
  bar: AddressBar
  heard: ReturnType<typeof vi.fn>
} {
  const window = aWindow(address)
  const made = createAddressBar(window, '/jkweb')
  const heard = vi.fn<() => void>()
  made.subscribe(heard)
  return { window, bar: made, heard }
}

test('an address is gone to below the base path, and the listeners hear of it at once', () => {
  const { window, bar: address, heard } = bar('/jkweb/home')
  address.goTo('/device/station?q=a#b')
  expect(address.now()).toEqual({ pathname: '/jkweb/device/station', search: '?q=a', hash: '#b' })
  expect([window.entries.length, heard.mock.calls.length]).toEqual([2, 1])
  address.goTo('/home', { replace: true })
  expect(window.entries).toEqual(['https://console.example/jkweb/home', 'https://console.example/jkweb/home'])
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a query or an anchor alone stays on the page', () => {
  const { bar: address } = bar('/jkweb/help?page=2')
  address.goTo('#top')
  expect(address.now()).toEqual({ pathname: '/jkweb/help', search: '?page=2', hash: '#top' })
  address.goTo('?page=3')
  expect(address.now()).toEqual({ pathname: '/jkweb/help', search: '?page=3', hash: '' })
})

test('going back is heard, an address that stays the same is not, and neither is anything after the end', () => {
  const { window, bar: address, heard } = bar('/jkweb/home')
  const before = address.now()
  address.goTo('/home', { replace: true })
  expect(heard).not.toHaveBeenCalled()
  expect(address.now()).toBe(before)
  address.goTo('/console/role')
  window.back()
  expect(address.now().pathname).toBe('/jkweb/home')
  expect(heard).toHaveBeenCalledTimes(2)
  const later = vi.fn<() => void>()
  address.subscribe(later)()
  address.go(1)
  expect(address.now().pathname).toBe('/jkweb/console/role')
  expect([heard.mock.calls.length, later.mock.calls.length]).toEqual([3, 0])
})
