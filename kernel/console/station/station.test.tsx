import { defineResource, field } from '@wattyard/resource'
import { afterEach, expect, test, vi } from 'vitest'
import type { Tab } from '../module/tab.ts'
import { keepAtStation } from './station-filter.ts'

afterEach(() => vi.unstubAllGlobals())

const ID = '0198f000-0000-7000-8000-000000000001'
const NOTE = 'Sin filtrar por estación'
const rule = {
  writes: 'commands-only',
  fields: { name: field.text({ max: 20 }), office: field.ref('test.office'), place: field.ref('test.place') },
  list: { columns: ['name'], filters: [], sort: 'name' },
  label: 'name',
} as const
const placed = defineResource({
  ...rule,
  name: 'test.lamp',
  path: 'test/lamp',
  scope: { operator: 'office', station: 'place' },
})
const shared = defineResource({ ...rule, name: 'test.colour', path: 'test/colour', scope: 'shared' })

/**
 * Loads the kit anew in a browser tab that stored this choice, and returns what a part of a page knows of it: for itself, for
 * lists of three kinds, and the note.
 */
async function inBrowserTab(stored: string | null) {
  vi.stubGlobal('sessionStorage', { getItem: () => stored })
  vi.resetModules()
  const { loadSpanish, shownText } = await import('../testing/shown-text.ts')
  const { OnPage, TabContext } = await import('../module/tab.ts')
  const { useChosenStation, useStationOf } = await import('./station-filter.ts')
  const { StationNote } = await import('./station-note.tsx')
  await loadSpanish()
  function Part() {
    const chosen = useChosenStation() ?? 'all'
    const [first, second, third] = [
      useStationOf(placed).atStation ?? 'all',
      useStationOf(shared).atStation ?? 'all',
      useStationOf({ name: 'test.bare', path: 'test/bare' }).atStation ?? 'all',
    ]
    return (
      <>
        {`${chosen} ${first} ${second} ${third} `}
        <StationNote />
      </>
    )
  }
  return (stations: Tab['stations'], isOnPage = true): string =>
    shownText(
      <TabContext value={{ key: '/x', title: 'X', ...(stations === undefined ? {} : { stations }) }}>
        <OnPage value={isOnPage}>
          <Part />
        </OnPage>
      </TabContext>,
    )
}

test.each([[''], ['garbage']])('while none is chosen (%j) nothing is narrowed, and nothing is said', async stored => {
  const at = await inBrowserTab(stored)
  for (const stations of ['narrowed', 'notNarrowed', 'byPart', undefined] as const)
    expect(at(stations)).toBe('all all all all')
})

test('what a page states is what its lists do and what its head says', async () => {
  const at = await inBrowserTab(ID)
  expect(at('narrowed')).toBe(`${ID} ${ID} all all`)
  expect(at('byPart')).toBe(`${ID} ${ID} all all ${NOTE}`)
  expect(at('notNarrowed')).toBe(`all all all all ${NOTE}`)
  // The shell around the pages, and dialogs above them.
  expect(at(undefined)).toBe('all all all all')
  expect(at('narrowed', false)).toBe('all all all all')
})

test('an old answer stays for the same station only', () => {
  const key = (atStation?: string | null) => ({
    queryKey: ['lamps', 'list', { page: 2, ...(atStation === undefined ? {} : { atStation }) }],
  })
  expect(keepAtStation(ID)('old', key(ID))).toBe('old')
  expect(keepAtStation(ID)('old', key())).toBeUndefined()
  expect(keepAtStation(null)('old', key(ID))).toBeUndefined()
  expect(keepAtStation(undefined)('old', key(null))).toBe('old')
  expect(keepAtStation(ID)('old', undefined)).toBeUndefined()
})
