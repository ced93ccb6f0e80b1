import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const press = (key: string, held: 'ctrlKey' | 'metaKey' | 'altKey' | '' = '') => ({
  key,
  ctrlKey: held === 'ctrlKey',
  metaKey: held === 'metaKey',
  altKey: held === 'altKey',
})

test('Ctrl or ⌘ with K and / work also while typing; ? alone only outside inputs and if it is not switched off', () => {
  for (const held of ['ctrlKey', 'metaKey'] as const)
    expect([shortcutOf(press('K', held), true, false), shortcutOf(press('/', held), true, false)]).toEqual([
      'palette',
      'help',
    ])
  expect(shortcutOf(press('?'), false, true)).toBe('help')
  expect([shortcutOf(press('?'), true, true), shortcutOf(press('?'), false, false)]).toEqual([undefined, undefined])
  expect([shortcutOf(press('k'), false, true), shortcutOf(press('k', 'altKey'), false, true)]).toEqual([
    undefined,
    undefined,
  ])
})
