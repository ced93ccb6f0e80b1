import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadSpanish, shownText } from '../testing/shown-text.ts'
import { NothingToChoose } from './nothing-to-choose.tsx'

beforeAll(() => loadSpanish())

test('who may not make what is missing is told whom to ask', () => {
  const shown = shownText(
    <MemoryRouter>
      <NothingToChoose of="probe.office" name="probe.station.office" />
    </MemoryRouter>,
  )
  expect(shown).toContain('Aún no hay nada que elegir')
  expect(shown).toContain('Pídaselo a un administrador')
})
