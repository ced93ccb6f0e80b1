import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadSpanish, shownText } from '../testing/shown-text.ts'
import { useSession } from '../session/session.ts'
import { NothingToChoose } from './nothing-to-choose.tsx'

beforeAll(() => loadSpanish())

test('who may not make what is missing is told whom to ask', () => {
  const shown = shownText(
    <MemoryRouter>
      <NothingToChoose of="probe.office" name="probe.station.office" />
    </MemoryRouter>,
  )
  expect(shown).toContain('Aún no hay nada que elegir')
  expect(shown).toContain('Consulte a un administrador')
})

test('who is assigned nothing is not told that there is nothing', () => {
  // What is rendered to text reads the first state of a store.
  const first = useSession.getInitialState()
  const { me } = first
  const user = { id: 'a', name: 'Ann' }
  Object.assign(first, {
    me: { user, roles: [], permissions: ['probe.office:create'], company: null, seesNothing: true },
  })
  const shown = shownText(
    <MemoryRouter>
      <NothingToChoose of="probe.office" name="probe.station.office" />
    </MemoryRouter>,
  )
  Object.assign(first, { me })
  expect(shown).toBe('Nada que elegir Consulte a un administrador.')
})
