import { defineResource, field } from '@wattyard/resource'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadSpanish } from '../../testing/shown-text.ts'
import { EmbeddedList } from './embedded-list.tsx'

beforeAll(() => loadSpanish())

const place = defineResource({
  name: 'test.place',
  path: 'test/place',
  scope: 'shared',
  writes: 'commands-only',
  fields: { name: field.text({ max: 20 }), office: field.ref('identity.office') },
  list: { columns: ['name', 'office'], filters: ['office'], sort: 'name' },
  label: 'name',
})

const RECORD = { id: 'o', version: 1, createdAt: 0, updatedAt: 0, can: [] }

const draw = (): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <EmbeddedList resource={place} by="office" record={RECORD} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('without permission to read the resource nothing is drawn and nothing is requested', () => {
  // No user is signed in.
  expect(draw()).toBe('')
})
