import { loadSpanish, shownText } from '@wattyard/console-kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { consoleModule } from '../index.ts'
import { PileLiveCell, StationLiveCell } from './live-cells.tsx'
import { StationLive } from './live-status.tsx'

beforeAll(() => loadSpanish(consoleModule))

const base = { id: '1', version: 1, createdAt: 0, updatedAt: 0, can: [] }
const pile = (live: string, status: string): string =>
  shownText(<PileLiveCell value={live} labels={{}} record={{ ...base, live, reported: 'idle', status }} />)
const station = (live: string, status: string): string =>
  shownText(<StationLiveCell value={live} labels={{}} record={{ ...base, live, status }} />)

test('a status in the register that is not the usual one stands beside the live status', () => {
  expect(pile('out', 'maintenance')).toContain('En mantenimiento')
  expect(station('out', 'maintenance')).toContain('En mantenimiento')
  expect(station('out', 'building')).toContain('construcción')
})

test('the usual one, and one that says the same, do not', () => {
  expect(pile('idle', 'normal')).not.toContain('Normal')
  expect(station('idle', 'open')).toBe(station('idle', ''))
  expect(pile('retired', 'retired').match(/De baja|Retirad/g)).toHaveLength(1)
})

test('a station without piles names no numbers', () => {
  expect(shownText(<StationLive live="empty" counts={{}} isNamed />)).toBe(shownText(<StationLive live="empty" />))
  expect(shownText(<StationLive live="idle" counts={{ idle: 2 }} isNamed />)).toMatch(/:.*2$/)
})
