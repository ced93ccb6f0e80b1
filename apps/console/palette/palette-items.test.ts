import type { ConsoleModule } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import { routeAt } from '@wattyard/pages'
import { isBuilt, MODULES, REGISTERED } from '../routes/modules.ts'
import { addressOf, MAX_SHOWN, narrowed, offeredActions, optionsOf, type PaletteItem, inTurn } from './palette-items.ts'

const none = async () => ({ default: {} })
const module: ConsoleModule = {
  name: 'm',
  locales: { zh: none, en: none, es: none },
  actions: [
    { key: 'close', page: '/home', opens: 'close', needs: 'm.day:close' },
    { key: 'find', page: '/device/station', target: { resource: 'm.thing' } },
  ],
}

test('an action is offered to users who can open its page and hold its permission', () => {
  const keys = (open: string[], may: string[]): string[] =>
    offeredActions([module], {
      isOpenable: route => open.includes(route),
      may: permission => may.includes(permission),
    }).map(action => action.word)
  expect(keys(['/home', '/device/station'], ['m.day:close'])).toEqual(['m.action.close', 'm.action.find'])
  expect(keys(['/home', '/device/station'], [])).toEqual(['m.action.find'])
  expect(keys([], ['m.day:close'])).toEqual([])
})

test('the address keeps the filters of the tab', () => {
  const action = { key: 'stop', page: '/cwdata2/orderDeatil', opens: 'stop' } as const
  expect(addressOf(action, '7', '?f.state=charging&open=3')).toBe(
    '/cwdata2/orderDeatil?f.state=charging&open=7&do=stop',
  )
  expect(addressOf({ key: 'find', page: '/cwdata2/orderDeatil' }, null, '')).toBe('/cwdata2/orderDeatil')
})

test('narrowed by label, hint or pinyin initials; recent ones only while nothing is sought', () => {
  const item = (label: string, hint = ''): PaletteItem => ({ key: label, label, hint, run: () => undefined })
  const sections = [
    { key: 'recent', items: [item('充电桩')] },
    { key: 'pages', items: [item('充电桩', '资产管理'), item('日账单', '财务中心')] },
    { key: 'records', items: [item('SZ001-01')] },
  ] as const
  const shown = (sought: string): string[] =>
    narrowed(sections, sought).map(({ key, items }) => `${key}: ${items.map(one => one.label).join(' ')}`)
  expect(shown('')).toEqual(['recent: 充电桩', 'pages: 充电桩 日账单', 'records: SZ001-01'])
  expect(shown('cdz')).toEqual(['pages: 充电桩', 'records: SZ001-01'])
  expect(shown('财务')).toEqual(['pages: 日账单', 'records: SZ001-01'])
  const many = [{ key: 'pages', items: Array.from({ length: 30 }, (_, i) => item(`p${i}`)) }] as const
  expect(narrowed(many, 'p')[0]?.items.length).toBe(MAX_SHOWN)
})

test('only records on which the server allows the command are offered', () => {
  const rows = [
    { id: '1', can: ['stop'], orderNo: 'A1', place: 'p1' },
    { id: '2', can: [], orderNo: 'A2', place: '01a21f2c-7b24-7700-8000-000000000001' },
  ]
  const answer = { list: rows, labels: { 'm.place': { p1: 'North' } } }
  expect(optionsOf(answer, { label: 'orderNo', can: 'stop' })).toEqual([{ id: '1', label: 'A1' }])
  expect(optionsOf(answer, { label: 'orderNo', beside: 'place' })).toEqual([
    { id: '1', label: 'A1', beside: 'North' },
    { id: '2', label: 'A2' },
  ])
  // A number beside the name is told as it is.
  expect(optionsOf(answer, { label: 'place', beside: 'orderNo' })[0]).toEqual({ id: '1', label: 'p1', beside: 'A1' })
  expect(optionsOf(answer, { label: 'gone', can: 'stop' })).toEqual([{ id: '1', label: '1' }])
})

test('every palette action opens a built page and has a text in all three languages', async () => {
  const actions = offeredActions(MODULES, { isOpenable: () => true, may: () => true })
  expect(actions.length).toBeGreaterThanOrEqual(4)
  expect(new Set(actions.map(action => action.word)).size).toBe(actions.length)
  for (const { page, word, module: name, target } of actions) {
    const route = routeAt(page)
    expect([page, route !== undefined && isBuilt(route.path)]).toEqual([page, true])
    const locales = MODULES.find(one => one.name === name)?.locales
    for (const load of [locales?.zh, locales?.en, locales?.es]) {
      const loaded: unknown = (await load?.())?.default
      const text = word
        .split('.')
        .reduce<unknown>((tree, part) => (tree as Record<string, unknown> | undefined)?.[part], loaded)
      expect([word, typeof text]).toEqual([word, 'string'])
    }
    const isKnown = !target || REGISTERED.some(one => one.resources[target.resource] !== undefined)
    const isNamed = (!target?.only && !target?.can) || target.label !== undefined
    expect([word, isKnown, isNamed]).toEqual([word, true, true])
  }
  expect(en.shell.palette.title).not.toBe('')
})

test('kinds of records take turns, so that the orders of a member leave the member in sight', () => {
  const orders = Array.from({ length: 20 }, (_, at) => ({ option: { id: `o${at}`, label: `26112${at}` } }))
  const members = [{ option: { id: 'm', label: '孙**' } }]
  expect(
    inTurn([orders, members], 'M00000005')
      .slice(0, 2)
      .map(({ option }) => option.id),
  ).toEqual(['o0', 'm'])
  expect(inTurn([orders, members], '孙')[0]?.option.id).toBe('m')
  const numbered = [{ option: { id: 'm', label: '孙**', beside: 'M00000005' } }]
  expect(inTurn([orders, numbered], 'm00000005')[0]?.option.id).toBe('m')
})
