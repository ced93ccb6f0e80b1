import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { consoleModule as assets } from '@wattyard/assets/console'
import { consoleModule as gateway } from '@wattyard/gateway/console'
import { beforeAll, expect, test } from 'vitest'
import type { WallConnector, WallPile } from '../../contract/calls/live.ts'
import { consoleModule } from '../index.ts'
import { Connector } from './connectors-of-pile.tsx'

beforeAll(() => loadSpanish(assets, gateway, consoleModule))

const connector = { number: 1, name: '1', bay: null, at: null, error: null } as const
const shown = (state: WallConnector['state']): string => {
  // only what the head of a connector reads
  const pile = { connectors: [] } as unknown as WallPile
  const one = { ...connector, state, vendorError: null, info: null, order: null } as unknown as WallConnector
  return shownText(<Connector pile={pile} connector={one} />)
}

test('a connector of a pile that has not connected yet says so and is not offline', () => {
  expect(shown('never')).toContain('Aún sin conectar')
  expect(shown('never')).not.toContain('Sin conexión')
  expect(shown('offline')).toContain('Sin conexión')
})
