import { afterEach, expect, test } from 'vitest'
import { changeSettings } from '../session/settings.ts'
import { createQueryClient, refreshAbout, refreshWithout, resourceKeys } from './queries.ts'

afterEach(() => changeSettings({ language: 'zh' }))

test('data read in one language is reloaded in another, and stays on screen until then', async () => {
  const client = createQueryClient()
  const key = resourceKeys.list('assets.model', { page: 1 })
  client.setQueryData(key, { labels: { 'assets.deviceType': { 1: '电表' } } })
  changeSettings({ size: 'small' })
  expect(client.getQueryState(key)?.isInvalidated).toBe(false)
  changeSettings({ language: 'es' })
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  expect(client.getQueryData(key)).toBeDefined()
  changeSettings({ size: 'medium' })
})

const MEMBER = '01a21f2c-7b24-7700-8000-000000000001'
const OTHER = '01a21f2c-7b24-7700-8000-000000000002'

test('a command on a record refreshes lists of other resources that are narrowed to it, and no others', async () => {
  const client = createQueryClient()
  const own = resourceKeys.list('members.freeze', { page: 1, 'filter.member': MEMBER })
  const others = resourceKeys.list('members.freeze', { page: 1, 'filter.member': OTHER })
  for (const key of [own, others]) client.setQueryData(key, { list: [] })
  await refreshAbout(client, [MEMBER])
  expect(client.getQueryState(own)?.isInvalidated).toBe(true)
  expect(client.getQueryState(others)?.isInvalidated).toBe(false)
})

test('after a deletion lists are read again, and the deleted record is not asked for', async () => {
  const client = createQueryClient()
  const list = resourceKeys.list('members.member', { page: 1 })
  const gone = resourceKeys.record('members.member', MEMBER)
  const stays = resourceKeys.record('members.member', OTHER)
  for (const key of [list, gone, stays]) client.setQueryData(key, {})
  await refreshWithout(client, 'members.member', [MEMBER])
  expect([list, gone, stays].map(key => client.getQueryState(key)?.isInvalidated)).toEqual([true, false, true])
})
