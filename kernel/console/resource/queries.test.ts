import { afterEach, expect, test } from 'vitest'
import { changeSettings } from '../session/settings.ts'
import { createQueryClient, resourceKeys } from './queries.ts'

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
