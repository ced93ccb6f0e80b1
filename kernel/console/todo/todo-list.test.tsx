import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

/** Draws ten items of which four are shown at first, on a screen or on paper. */
async function drawn(isPaper: boolean): Promise<string> {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isPaper && query === 'print', addEventListener() {} }))
  const { loadSpanish } = await import('../testing/shown-text.ts')
  await loadSpanish()
  const { TodoList } = await import('./todo-list.tsx')
  const items = Array.from({ length: 10 }, (_, i) => ({
    id: `${i}`,
    group: 'now',
    severity: 'warning' as const,
    title: `Avería ${i}`,
  }))
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TodoList label="L" groups={[{ key: 'now', title: 'G' }]} items={items} done={{ title: 'D' }} most={4} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a long list shows its first items and how many there are more', async () => {
  const text = await drawn(false)
  expect([...text.matchAll(/Avería \d/g)].map(([name]) => name).length).toBe(4)
  expect(text).toContain('w-todo-rest')
})

test('on paper, where nobody can unfold it, the list is whole', async () => {
  const text = await drawn(true)
  expect([...text.matchAll(/Avería \d/g)].map(([name]) => name).length).toBe(10)
  expect(text).not.toContain('w-todo-rest')
})
