import { describe, expect, test } from 'vitest'
import { shownConnectorOf } from './shown-connector.ts'

describe('a connector', () => {
  test('of a pile that has not connected yet is no outage', () => {
    expect(shownConnectorOf({ isOut: false, pile: 'never', report: undefined })).toBe('never')
    expect(shownConnectorOf({ isOut: false, pile: 'offline', report: undefined })).toBe('offline')
  })

  test('has the state that its pile reports', () => {
    expect(shownConnectorOf({ isOut: false, pile: 'fault', report: 'idle' })).toBe('idle')
    expect(shownConnectorOf({ isOut: false, pile: 'offline', report: 'offline' })).toBe('offline')
  })

  test('that people took out of service is out whatever its pile does', () => {
    for (const pile of ['never', 'charging'] as const)
      expect(shownConnectorOf({ isOut: true, pile, report: 'charging' })).toBe('unavailable')
  })
})
