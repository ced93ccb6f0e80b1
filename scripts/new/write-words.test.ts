import { expect, test } from 'vitest'
import { placeOf, readRegistries } from './place.ts'
import { nextNumber } from './write-table.ts'
import { withMissing } from './write-words.ts'

test('words that are missing are guessed and marked; what is shared or written stays', () => {
  const tree = { assets: { lock: { code: '锁号' } } }
  const shared = { shared: { station: '充电站' } }
  const keys = ['assets.lock.noun', 'assets.lock.code', 'assets.lock.station', 'assets.lock.raisedAt']
  expect(withMissing(tree, shared, keys)).toEqual({
    tree: { assets: { lock: { code: '锁号', noun: '✎ Lock', raisedAt: '✎ Raised at' } } },
    added: ['assets.lock.noun', 'assets.lock.raisedAt'],
  })
})

test('the next migration has the number after the highest', () => {
  expect(nextNumber(['0001_kernel.sql', '0368_assets.sql', '0359_x.sql'])).toBe('0369')
  expect(nextNumber([])).toBe('0001')
})

test('a new part has a place, or the person is asked for it', () => {
  const registries = new Map([
    [
      'assets',
      {
        name: 'assets',
        resources: [],
        others: [],
        pages: { '/device/station': { file: 'station-page.tsx', stations: 'narrowed' as const } },
      },
    ],
  ])
  expect(placeOf('/device/deviceLock', { module: 'assets', word: 'lock' }, registries)).toEqual({
    route: 'device/deviceLock',
    module: 'assets',
    word: 'lock',
  })
  expect(placeOf('market/cost-trends', { module: 'assets' }, registries).word).toBe('costTrends')
  expect(placeOf('/statement', { module: 'assets' }, registries).route).toBe('statement')
  expect(placeOf('device/station', {}, registries)).toMatchObject({ module: 'assets', word: 'station' })
  expect(() => placeOf('device/deviceLock', {}, registries)).toThrow('which module does device/deviceLock belong to?')
  expect(() => placeOf('device/deviceLock', { module: 'asets' }, registries)).toThrow('there is no module asets')
  expect(() => placeOf('lock', { module: 'assets' }, registries)).toThrow('is no route')
})

test.each(['class', 'await', 'static', 'field', 'registerModule', 'optional'])(
  '%s is no word for a definition',
  word => {
    const registries = new Map([['assets', { name: 'assets', resources: [], others: [], pages: {} }]])
    const asked = { module: 'assets', word }
    expect(() => placeOf('device/deviceLock', asked, registries)).toThrow('choose another --word')
  },
)

test('a word or route that is there already is not written a second time', async () => {
  const registries = await readRegistries()
  const ask = (route: string, asked: { module?: string; word?: string }) => () => placeOf(route, asked, registries)
  expect(ask('device/lock', { module: 'assets', word: 'station' })).toThrow('assets.station is there')
  expect(ask('device/station', { module: 'finance' })).toThrow('belongs to the module assets')
  expect(ask('device/station', {})()).toMatchObject({ module: 'assets', word: 'station' })
})
