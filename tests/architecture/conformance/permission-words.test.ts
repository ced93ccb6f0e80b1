import { permissionWords } from '@wattyard/identity/contract'
import { LANGUAGES } from '@wattyard/server-kit'
import { afterAll, expect, test } from 'vitest'
import { sessionWorld } from './world.ts'

const world = await sessionWorld()
afterAll(() => world.close())

test.each(LANGUAGES)('every permission has its words in %s, for whoever grants it', language => {
  expect(world.permissions.length).toBeGreaterThan(100)
  const keys = new Set(world.permissions.flatMap(permission => Object.values(permissionWords(permission))))
  expect([...keys].filter(key => !world.server.words.has(language, key))).toEqual([])
})
