import { type RoleVisitor } from '../../contract/calls/menu.ts'
import { layoutOf, type LayoutGroup } from '@wattyard/pages'
import { expect, test } from 'vitest'
import { behindIn, withEntryAt, withGroupAt } from './use-menu.ts'
import { rolesThatSee } from './who-sees.tsx'

const keys = (layout: readonly LayoutGroup[], group: string): string[] =>
  layout.find(one => one.key === group)?.entries.map(entry => entry.key) ?? []
const layout = layoutOf()

test('an entry moves behind another, to the head of a group, or into another group; none is lost', () => {
  const moved = withEntryAt(layout, '/device/station', { group: 'zcgl', after: '/device/bicycle' })
  expect(keys(moved, 'zcgl').slice(0, 4)).toEqual([
    '/device/deviceView',
    '/device/devicePole',
    '/device/bicycle',
    '/device/station',
  ])
  const away = withEntryAt(layout, '/device/station', { group: 'pv', after: null })
  expect(keys(away, 'pv')[0]).toBe('/device/station')
  expect(keys(away, 'zcgl')).not.toContain('/device/station')
  const count = (of: readonly LayoutGroup[]): number => of.reduce((sum, group) => sum + group.entries.length, 0)
  expect([count(moved), count(away)]).toEqual([count(layout), count(layout)])
  expect(withEntryAt(layout, '/no/page', { group: 'pv', after: null })).toEqual(layout)
})

test('groups change places', () => {
  expect(withGroupAt(layout, 'cwfx', 0)[0]?.key).toBe('cwfx')
  expect(withGroupAt(layout, 'cwfx', 99).at(-1)?.key).toBe('cwfx')
})

test('a place in front of an entry is behind the one before it, built or not; last is behind all', () => {
  expect(behindIn(layout, 'zcgl', '/device/bicycle', '/device/station')).toBe('/device/deviceView')
  expect(behindIn(layout, 'zcgl', '/device/station', keys(layout, 'zcgl')[0] ?? '')).toBeNull()
  expect(behindIn(layout, 'pv', '/device/station', null)).toBe(keys(layout, 'pv').at(-1) ?? null)
  expect(behindIn(layout, 'no-group', '/device/station', null)).toBeNull()
})

test('the roles that see a page follow from their codes and roles', () => {
  const role = (over: Partial<RoleVisitor>): RoleVisitor => ({
    id: 'r',
    code: 'r',
    name: 'r',
    roles: [],
    menus: [],
    ...over,
  })
  const roles = [
    role({ id: 'staff', roles: ['adminRole'], menus: [{ code: 'station' }] }),
    role({ id: 'none', roles: ['adminRole'] }),
    role({ id: 'vip', roles: ['vip'], menus: [{ code: 'station' }] }),
    role({ id: 'admin', roles: ['admin', 'adminRole'] }),
  ]
  expect(rolesThatSee(roles, '/device/station').map(one => one.id)).toEqual(['staff', 'admin'])
  // An isauthor page requires its code even from an administrator.
  expect(rolesThatSee(roles, '/console/employee')).toEqual([])
})
