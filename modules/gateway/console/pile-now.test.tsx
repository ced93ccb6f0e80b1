import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeAll, expect, test } from 'vitest'
import { consoleModule } from './index.ts'
import { PileNow } from './pile-now.tsx'

beforeAll(() => loadSpanish(consoleModule))

test('the moment of the connection says whether it began or ended then', () => {
  const shown = (online: boolean): string => {
    const client = new QueryClient()
    const pile = { online, connectedAt: Date.now(), disconnectedAt: Date.now(), skewMs: null, badFrames: 0 }
    client.setQueryData(['gateway.pile', 'now', 'p'], { pile })
    const record = { id: 'p', version: 1, createdAt: 0, updatedAt: 0, can: [] }
    return shownText(
      <QueryClientProvider client={client}>
        <PileNow record={record} labels={{}} />
      </QueryClientProvider>,
    )
  }
  expect(shown(true)).toContain('Conectado desde')
  expect(shown(false)).toContain('Desconectado desde')
})
