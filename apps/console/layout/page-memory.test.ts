import { expect, test } from 'vitest'
import { useSession } from '@wattyard/console-kit'
import { foldGroup, markPage, NO_PAGES, openedPage, readPages, usePageMemory } from './page-memory.ts'

const me = (id: string) => ({
  user: { id, name: id, loginName: id },
  menus: [],
  roles: [],
  permissions: [],
  company: null,
})

test('each person finds their own marks and folds again, and nobody finds another’s', () => {
  useSession.setState({ me: me('7') })
  markPage('/device/station')
  openedPage('/console/org')
  openedPage('/console/org')
  foldGroup('system', false)
  const own = usePageMemory.getState()
  expect(own).toEqual({
    marks: { favourites: ['/device/station'], recent: ['/console/org'] },
    folds: { system: false },
  })
  useSession.setState({ me: null })
  expect(usePageMemory.getState()).toEqual(NO_PAGES)
  // Nobody is signed in: nothing is kept for the next person.
  markPage('/console/role')
  useSession.setState({ me: me('8') })
  expect(usePageMemory.getState()).toEqual(NO_PAGES)
  expect(readPages(JSON.stringify(own))).toEqual(own)
})

test('an invalid stored memory is ignored, in whole or in part', () => {
  for (const text of [null, '', 'x', '[]', '7', 'null']) expect(readPages(text)).toEqual(NO_PAGES)
  expect(readPages('{"marks":{"favourites":["/a",3]},"folds":{"system":true,"cwfx":"yes"}}')).toEqual({
    marks: { favourites: ['/a'], recent: [] },
    folds: { system: true },
  })
})
