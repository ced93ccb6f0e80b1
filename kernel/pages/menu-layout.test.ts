import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BADGES,
  CONTRACT_ROUTES,
  type ContractRoute,
  groupOfPage,
  GROUPS,
  ICONS,
  kindOfKey,
  layoutOf,
  type MenuChange,
  titleKey,
  visibleMenu,
} from './index.ts'

const PAGES = CONTRACT_ROUTES.filter(({ meta }) => meta.group !== null)
const pathsIn = (layout: ReturnType<typeof layoutOf>) =>
  layout.flatMap(({ entries }) => entries.flatMap(({ route }) => route?.path ?? []))

const key = fc.oneof(
  fc.constantFrom(...PAGES.map(({ path }) => String(path))),
  fc.constantFrom(...GROUPS.map(String), 'group-1', 'group-2', 'link-1', 'link-2', 'link-3'),
  fc.constantFrom('/no/page', '__proto__', 'constructor', '', '/home', 'group-', 'link'),
)
const change: fc.Arbitrary<MenuChange> = fc.record(
  {
    key,
    group: fc.constantFrom(...GROUPS.map(String), 'group-1', 'group-2', 'group-9', '__proto__', ''),
    position: fc.integer({ min: -5, max: 300 }),
    hidden: fc.boolean(),
    icon: fc.constantFrom(...ICONS, 'nothing', 'constructor'),
    badge: fc.constantFrom(...BADGES, 'odd'),
    link: fc.constantFrom('https://a.example/', '/here', 'javascript:alert(1)', '//b.example/', ''),
  },
  { requiredKeys: ['key'] },
)
const changes = fc.uniqueArray(change, { selector: one => one.key, maxLength: 60 })

describe('the menu of a tenant', () => {
  test('without changes is the contract’s', () => {
    const layout = layoutOf()
    expect(layout.map(group => group.key)).toEqual([...GROUPS])
    expect(pathsIn(layout)).toEqual(
      GROUPS.flatMap(group => PAGES.filter(({ meta }) => meta.group === group).map(({ path }) => path)),
    )
    expect(layout.flatMap(({ entries }) => entries.filter(({ hidden }) => hidden)).map(one => one.key)).toContain(
      '/mqtt',
    )
  })

  test('property: every page of a group is in it exactly once, whatever the changes say', () => {
    fc.assert(
      fc.property(changes, list => {
        const paths = pathsIn(layoutOf(list))
        expect(paths.toSorted()).toEqual(PAGES.map(({ path }) => path).toSorted())
      }),
    )
  })

  test('property: what somebody sees is exactly the allowed pages without the hidden ones, in the order of the layout', () => {
    const allowed = fc.subarray([...PAGES])
    fc.assert(
      fc.property(changes, allowed, (list, theirs) => {
        const layout = layoutOf(list)
        const may = new Set<ContractRoute>(theirs)
        const seen = pathsIn(visibleMenu(layout, route => may.has(route)))
        const hiddenGroups = new Set(layout.filter(group => group.hidden).map(group => group.key))
        const byKey = new Map(list.map(one => [one.key, one]))
        const wanted = theirs.filter(({ path, meta }) => {
          const isHidden = byKey.get(path)?.hidden ?? meta.hidden ?? false
          const home = byKey.get(path)?.group
          const group = layout.some(one => one.key === home) ? home : meta.group
          return !isHidden && !hiddenGroups.has(group ?? '')
        })
        expect(seen.toSorted()).toEqual(wanted.map(({ path }) => path).toSorted())
      }),
    )
  })

  test('property: links lead nowhere that may not be, icons and badges are known ones, no group is empty', () => {
    fc.assert(
      fc.property(changes, list => {
        for (const { icon, badge, entries } of visibleMenu(layoutOf(list), () => true)) {
          expect(entries.length).toBeGreaterThan(0)
          expect(ICONS).toContain(icon)
          expect([undefined, ...BADGES]).toContain(badge)
          for (const { link, route, key: entryKey } of entries) {
            expect(kindOfKey(entryKey)).toBe(route ? 'page' : 'link')
            expect([undefined, 'https://a.example/', '/here']).toContain(link)
            expect(link === undefined).toBe(route !== undefined)
          }
        }
      }),
    )
  })

  test('a page without a place stands behind its neighbour of the contract, wherever that went', () => {
    const zcgl = () =>
      layoutOf([
        { key: '/device/devicePole', position: 0 },
        { key: '/device/station', position: 1 },
      ])[0]
    expect(
      zcgl()
        ?.entries.slice(0, 4)
        .map(one => one.key),
    ).toEqual(['/device/deviceView', '/device/devicePole', '/device/bicycle', '/device/deviceLock'])
    expect(zcgl()?.entries.at(-1)?.key).toBe('/device/station')
  })

  test('keys, their words, and where a page stands', () => {
    expect(
      ['zcgl', 'group-1a', 'link-9', '/device/station', '/home', 'x', 'group-A', '/device/station/'].map(kindOfKey),
    ).toEqual(['group', 'group', 'link', 'page', null, null, null, null])
    expect(['zcgl', 'link-9', '/device/station'].map(titleKey)).toEqual([
      'group.zcgl',
      'link.link-9',
      'route./device/station',
    ])
    expect(groupOfPage('/device/station', [{ key: '/device/station', group: 'cwfx' }])).toBe('cwfx')
    expect([groupOfPage('/device/station'), groupOfPage('/home')]).toEqual(['zcgl', null])
  })
})
