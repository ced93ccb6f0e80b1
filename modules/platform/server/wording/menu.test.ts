import { type MenuView } from '../../contract/calls/menu.ts'
import { aRole, aTenant } from '@wattyard/identity/testing'
import { layoutOf, type PageRules } from '@wattyard/pages'
import { type Caller, type Database, newId, type ServerModule, wordingOf } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../index.ts'

let db: Database
let server: TestServer
let as: Caller
const PAGES: PageRules = { '/device/station': { anyOf: ['probe.station:read'] }, '/console/personalCenter': {} }

beforeAll(async () => {
  db = await testDatabase()
  const platform = createPlatform()
  const modules: ServerModule[] = [platform.module, { name: 'probe', pages: PAGES }]
  platform.learn(modules)
  server = await testServer({ db, modules })
})
afterAll(async () => {
  await server.close()
  await db.close()
})
beforeEach(() => {
  as = callerWith({ tenantId: newId() })
})

const call = (path: string, input: Record<string, unknown> = {}, who = as) =>
  server.call(`/api/console/menuemanage/${path}`, input, { as: who })
const all = async (who = as): Promise<MenuView> =>
  (await server.call('/api/console/menuemanage/all', {}, { as: who, method: 'GET' })).data
const wording = () => db.tenant(as.tenantId, tx => wordingOf(tx, as.tenantId))
const layout = async () => layoutOf((await wording()).menu)
const keysOf = async (group: string) => (await layout()).find(one => one.key === group)?.entries.map(({ key }) => key)
const fieldsOf = async (input: Record<string, unknown>) => Object.keys((await call('save', input)).data?.fields ?? {})
const aLink = async (over: Record<string, unknown> = {}) =>
  (
    await call('save', {
      key: 'link',
      menuGroup: 'system',
      titleZh: '巡检系统',
      link: 'https://patrol.example/',
      ...over,
    })
  ).data

describe('changes of the menu', () => {
  test('a page is called, drawn, marked and hidden otherwise, and goes back', async () => {
    const { data } = await call('save', {
      key: '/device/station',
      titleZh: '场站',
      titleEn: 'Sites',
      icon: 'shop',
      badge: 'new',
      hidden: true,
    })
    const said = await wording()
    expect(said.words['route./device/station']).toEqual({ zh: '场站', en: 'Sites' })
    const entry = (await layout()).flatMap(group => group.entries).find(({ key }) => key === '/device/station')
    expect(entry).toMatchObject({ icon: 'shop', badge: 'new', hidden: true })
    await call('del', { id: data.id })
    expect(await wording()).toEqual({ words: {}, entries: {}, menu: [] })
  })

  test('what is called at the top of the screen follows its page; the home page has a title and its place', async () => {
    await call('save', { key: '/device/deviceView', titleZh: '墙' })
    expect((await wording()).words['shell.top.devices']).toEqual({ zh: '墙' })
    const home = (await call('save', { key: '/home', titleZh: '工作台' })).data
    expect((await wording()).words['route./home']).toEqual({ zh: '工作台' })
    expect(await fieldsOf({ id: home.id, menuGroup: 'system', hidden: true })).toEqual(['menuGroup', 'hidden'])
  })

  test('groups and links of one’s own; a language without a title takes the first', async () => {
    const group = (await call('save', { key: 'group', titleEn: 'Daily' })).data
    expect(group.key).toMatch(/^group-[0-9a-f]{32}$/)
    expect((await wording()).words[`group.${group.key}`]).toEqual({ zh: 'Daily', en: 'Daily', es: 'Daily' })
    const link = await aLink({ menuGroup: group.key })
    expect(await keysOf(group.key)).toEqual([link.key])
    expect((await call('del', { id: group.id })).code).toBe('platform.groupNotEmpty')
    await call('del', { id: link.id })
    expect((await call('del', { id: group.id })).success).toBe(true)
  })

  test('an address that runs, hides or leaves https is refused', async () => {
    for (const link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://plain.example/',
      '//other.example/',
      '/\\other.example/',
      'https://user@bank.example/',
      'JaVaScRiPt:alert(1)',
    ])
      expect([link, await fieldsOf({ key: 'link', menuGroup: 'system', titleZh: 'x', link })]).toEqual([link, ['link']])
    expect(await fieldsOf({ key: 'link', menuGroup: 'system', titleZh: 'x' })).toEqual(['link'])
    expect(await fieldsOf({ key: '/device/station', link: 'https://other.example/' })).toEqual(['link'])
    const link = await aLink()
    expect(await fieldsOf({ id: link.id, link: 'javascript:alert(1)' })).toEqual(['link'])
  })

  test('no group inside a group, none in itself, nothing in a group that is not there, no key that is none', async () => {
    const group = (await call('save', { key: 'group', titleZh: '日常' })).data
    expect(await fieldsOf({ id: group.id, menuGroup: group.key })).toEqual(['menuGroup'])
    expect(await fieldsOf({ key: 'zcgl', menuGroup: 'system' })).toEqual(['menuGroup'])
    expect(await fieldsOf({ key: 'group', titleZh: '内层', menuGroup: 'system' })).toEqual(['menuGroup'])
    expect(await fieldsOf({ key: '/device/station', menuGroup: 'group-0' })).toEqual(['menuGroup'])
    expect(await fieldsOf({ key: '/device/station', menuGroup: 'constructor' })).toEqual(['menuGroup'])
    for (const key of ['/no/page', 'nothing', '__proto__', `group-${'0'.repeat(32)}`, 'link-1'])
      expect([
        key,
        await fieldsOf({ key, titleZh: 'x', ...(key === 'link-1' ? { menuGroup: 'system', link: '/x' } : {}) }),
      ]).toEqual([key, ['key']])
    expect((await call('arrange', { group: 'system', keys: ['zcgl'] })).success).toBe(false)
    expect((await call('arrange', { group: null, keys: ['/device/station'] })).success).toBe(false)
  })

  test('no title twice, nor one that only looks different or hides something', async () => {
    await aLink({ titleEn: 'Patrol' })
    expect(
      await fieldsOf({ key: 'link', menuGroup: 'cwfx', titleZh: '另一个', titleEn: 'Раtrоl', link: '/x' }),
    ).toEqual(['titleEn'])
    expect(await fieldsOf({ key: 'link', menuGroup: 'cwfx', titleZh: '巡检\u200b系统2', link: '/x' })).toEqual([
      'titleZh',
    ])
    expect(await fieldsOf({ key: '/device/station', titleZh: '巡 检 系 统' })).toEqual(['titleZh'])
    expect(await fieldsOf({ key: 'group' })).toEqual(['titleZh'])
    expect(await fieldsOf({ key: '/device/station', icon: 'skull' })).toEqual(['icon'])
    // As text it is harmless, and stays what was typed.
    const nasty = await aLink({ titleZh: '<script>alert(1)</script>' })
    expect((await wording()).words[`link.${nasty.key}`]?.zh).toBe('<script>alert(1)</script>')
  })

  test('the page that arranges the menu cannot be hidden, nor its group, by whatever way', async () => {
    expect(await fieldsOf({ key: '/console/menuemanage', hidden: true })).toEqual(['hidden'])
    expect(await fieldsOf({ key: 'system', hidden: true })).toEqual(['hidden'])
    const group = (await call('save', { key: 'group', titleZh: '日常', hidden: true })).data
    expect(await fieldsOf({ key: '/console/menuemanage', menuGroup: group.key })).toEqual(['hidden'])
    expect((await call('arrange', { group: group.key, keys: ['/console/menuemanage'] })).data.fields).toHaveProperty(
      'keys',
    )
    expect((await call('save', { key: 'cwfx', hidden: true })).success).toBe(true)
  })
})

describe('order', () => {
  test('within a group, into another, and of groups; an old screen is refused', async () => {
    const before = (await keysOf('system')) ?? []
    const moved = ['/device/station', ...before.toReversed()]
    expect((await call('arrange', { group: 'system', keys: moved })).success).toBe(true)
    expect(await keysOf('system')).toEqual(moved)
    expect(await keysOf('zcgl')).not.toContain('/device/station')
    for (const keys of [before, moved.slice(1), [...moved, '/no/page'], [...moved, moved[0]]])
      expect((await call('arrange', { group: 'system', keys })).code).toBe('kernel.stale')
    const groups = (await layout()).map(({ key }) => key).toReversed()
    expect((await call('arrange', { group: null, keys: groups })).success).toBe(true)
    expect((await layout()).map(({ key }) => key)).toEqual(groups)
    expect((await call('reset')).data.changed).toBeGreaterThan(moved.length)
    expect(await layout()).toEqual(layoutOf())
  })
})

describe('who', () => {
  test('the tenant alone, with the permission; what opens a page is told and never changed', async () => {
    const { tenantId } = await aTenant(db)
    as = callerWith({ tenantId })
    await aRole(db, tenantId, { code: 'fitter', permissions: ['probe.station:read'] })
    const link = await aLink()
    const view = await all()
    expect(view.entries.map(({ key }) => key)).toEqual([link.key])
    expect(view.opens).toMatchObject({ '/device/station': ['probe.station:read'], '/console/personalCenter': [] })
    const fitter = view.roles.find(({ code }) => code === 'fitter')
    expect(fitter?.menus.map(({ code }) => code)).toEqual(['station', 'OperationAndMaintenance', 'personalCenter'])
    const vip = view.roles.find(({ code }) => code === 'vip')
    expect(vip?.menus.map(({ code }) => code)).toEqual(['personalCenter'])

    const stranger = callerWith({ tenantId: newId() })
    expect((await all(stranger)).entries).toEqual([])
    expect((await all(stranger)).roles).toEqual([])
    expect((await call('del', { id: link.id }, stranger)).code).toBe('kernel.notFound')
    const reader = callerWith({ tenantId, permissions: ['platform.menuEntry:read'] })
    expect((await all(reader)).entries).toHaveLength(1)
    for (const [path, input] of [
      ['save', { key: 'cwfx', hidden: true }],
      ['del', { id: link.id }],
      ['arrange', { group: null, keys: ['zcgl'] }],
      ['reset', {}],
    ] as const)
      expect((await call(path, input, reader)).status, path).toBe(403)
    // Whatever the menu says, a role that could not open a page cannot now.
    await call('save', { key: '/console/menuemanage', menuGroup: 'zcgl', titleZh: '菜单', hidden: false })
    const after = (await all()).roles.find(({ code }) => code === 'fitter')
    expect(after).toEqual(fitter)
  })

  test('two who change the menu at once both get what they wanted', async () => {
    const answers = await Promise.all([
      call('save', { key: 'cwfx', hidden: true }),
      call('save', { key: '/device/station', titleZh: '场站' }),
      aLink(),
    ])
    expect(answers).toHaveLength(3)
    expect((await wording()).menu).toHaveLength(3)
    expect((await wording()).words['route./device/station']).toEqual({ zh: '场站' })
  })
})
