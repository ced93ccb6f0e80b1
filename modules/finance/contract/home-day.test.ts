import { describe, expect, test } from 'vitest'
import { homeOf, type HomePerson, maySeeFigure } from './home-day.ts'

const person = (permissions: readonly string[], more: Partial<HomePerson> = {}): HomePerson => ({
  may: permission => permissions.includes(permission),
  hasRights: permissions.length > 0,
  seesWhole: true,
  isInvestor: false,
  ...more,
})
const READS = ['charging.order:read', 'assets.pile:read', 'assets.station:read']
const FINANCE = [
  ...READS,
  'charging.abnormal:read',
  'finance.dailyBill:read',
  'finance.dayClose:read',
  'finance.dayClose:close',
  'ledger.account:read',
]
const SERVICE = [
  ...READS,
  'charging.abnormal:read',
  'charging.order:refund',
  'members.member:read',
  'members.member:topUp',
]
const REPAIR = ['assets.pile:read', 'assets.station:read', 'gateway.command:read', 'gateway.command:firmware']

describe('the home page follows from rights', () => {
  test.each([
    ['owner', person([...FINANCE, ...SERVICE, ...REPAIR, 'pricing.version:publish']), 'revenue'],
    ['finance', person(FINANCE), 'received'],
    ['operation', person([...READS, ...REPAIR, 'pricing.version:publish']), 'charging'],
    ['repair', person(REPAIR), 'faults'],
    ['service', person(SERVICE), 'charging'],
    ['investor', person([], { isInvestor: true, seesWhole: false }), 'revenue'],
    ['overview', person(READS), 'revenue'],
  ])('%s: four figures, its own first', (kind, who, first) => {
    const home = homeOf(who)
    expect(home?.kind).toBe(kind)
    expect(home?.figures).toHaveLength(4)
    expect(home?.figures[0]).toBe(first)
    expect(home?.figures.every(key => maySeeFigure(key, who))).toBe(true)
  })

  test('nobody gets a figure or card of what they may not read', () => {
    const home = homeOf(person(REPAIR))
    expect(home?.figures).toEqual(['faults', 'offline', 'failedCommands', 'never'])
    expect([...(home?.wide ?? []), ...(home?.narrow ?? [])]).toEqual(['attention', 'commands', 'stations', 'newPiles'])
  })

  test('people who see a part of the company get other figures in place of the company’s', () => {
    expect(homeOf(person(FINANCE, { seesWhole: false }))?.figures).toEqual([
      'received',
      'abnormalAmount',
      'revenue',
      'orders',
    ])
  })

  test('an investor has no tasks, and no right of another role opens more', () => {
    const home = homeOf(person([...FINANCE, ...SERVICE], { isInvestor: true }))
    expect(home).toMatchObject({ kind: 'investor', wide: ['course'], narrow: ['stations'] })
  })

  test('somebody without rights has no page, somebody with others than these sees what waits for them', () => {
    expect(homeOf(person([]))).toBeNull()
    expect(homeOf(person(['members.member:read']))).toEqual({
      kind: 'other',
      figures: [],
      wide: ['attention'],
      narrow: [],
      isByPile: false,
    })
  })
})
