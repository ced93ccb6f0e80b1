import { beforeAll, expect, test } from 'vitest'
import { loadSpanish, shownText } from '../testing/shown-text.ts'
import { OnPage, type Tab, TabContext } from '../module/tab.ts'
import { chooseStation, keepAtStation, useChosenStation, useStationFilter, useStationOf } from './station-filter.ts'
import { StationNote } from './station-note.tsx'
import { defineResource, field } from '@wattyard/resource'

beforeAll(() => loadSpanish())

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

/** Draws what a part knows of the choice: for itself, for lists of both kinds, and the note. */
function Part() {
  const chosen = useChosenStation() ?? 'all'
  const lists = [placed, shared, { name: 'test.bare', path: 'test/bare' }].map(
    one => useStationOf(one).atStation ?? 'all',
  )
  return (
    <>
      {chosen} {lists.join(' ')} <StationNote />
    </>
  )
}

const at = (stations: Tab['stations'], isOnPage = true): string =>
  shownText(
    <TabContext value={{ key: '/x', title: 'X', ...(stations === undefined ? {} : { stations }) }}>
      <OnPage value={isOnPage}>
        <Part />
      </OnPage>
    </TabContext>,
  )

test('while none is chosen nothing is narrowed, and nothing is said', () => {
  for (const stations of ['narrowed', 'notNarrowed', 'byPart', undefined] as const)
    expect(at(stations)).toBe('all all all all')
})

test('what a page states is what its lists do and what its head says', () => {
  // Drawn without a browser, the store gives what it began with.
  const before = useStationFilter.getInitialState
  chooseStation(ID)
  useStationFilter.getInitialState = () => ({ stationId: ID })
  try {
    expect(at('narrowed')).toBe(`${ID} ${ID} all all`)
    expect(at('byPart')).toBe(`${ID} ${ID} all all ${NOTE}`)
    expect(at('notNarrowed')).toBe(`all all all all ${NOTE}`)
    // The shell around the pages, and dialogs above them.
    expect(at(undefined)).toBe('all all all all')
    expect(at('narrowed', false)).toBe('all all all all')
  } finally {
    useStationFilter.getInitialState = before
    chooseStation(null)
  }
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
