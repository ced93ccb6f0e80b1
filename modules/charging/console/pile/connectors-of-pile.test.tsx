import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { consoleModule as assets } from '@wattyard/assets/console'
import { consoleModule as gateway } from '@wattyard/gateway/console'
import { beforeAll, expect, test } from 'vitest'
import type { WallConnector, WallPile } from '../../contract/calls/live.ts'
import { consoleModule } from '../index.ts'
import { Connector } from './connectors-of-pile.tsx'

beforeAll(() => loadSpanish(assets, gateway, consoleModule))

const connector = { number: 1, name: '1', bay: null, state: 'offline', at: null, error: null } as const
const shown = (reported: WallPile['reported']): string => {
  // only what the head of a connector reads
  const pile = { reported, connectors: [] } as unknown as WallPile
  const one = { ...connector, vendorError: null, info: null, order: null } as unknown as WallConnector
  return shownText(<Connector pile={pile} connector={one} />)
}

test('a connector of a pile that never connected has the status of its pile', () => {
  expect(shown('never')).toContain('Nunca conectado')
  expect(shown('never')).not.toContain('Sin conexión')
  expect(shown('offline')).toContain('Sin conexión')
})
