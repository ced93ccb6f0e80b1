import { beforeAll, expect, test } from 'vitest'
import { helpTopics, isHelpShown, linkToHelp, registerHelp } from './help.ts'
import { setCanOpen } from './registry.ts'

const text = async (): Promise<string> => ''
const open = (...paths: string[]): void => setCanOpen(path => paths.includes(path))
beforeAll(() => {
  for (const topic of ['cwfx', 'zcgl', 'help']) registerHelp(topic, { zh: text, en: text, es: text })
})

test('a page leads to its heading in the help of its group', () => {
  open('/help/index', '/device/devicePole')
  expect(linkToHelp('/device/devicePole')).toBe('/help/index?page=zcgl&at=devicePole')
  expect(linkToHelp('/home')).toBe('/help/index?page=help&at=home')
})

test('no link where none is written, on the help itself, and for who may not open it', () => {
  open('/help/index', '/console/role')
  for (const path of ['/console/role', '/help/index', '/nowhere']) expect(linkToHelp(path), path).toBeUndefined()
  open('/device/devicePole')
  expect(linkToHelp('/device/devicePole')).toBeUndefined()
})

test('topics of pages that are open, what is outside the menu first, then in its order', () => {
  open('/help/index', '/cwdata4/dailyBill', '/device/station')
  expect(helpTopics().map(({ topic }) => topic)).toEqual(['help', 'zcgl', 'cwfx'])
  open('/device/station')
  expect(['zcgl', 'cwfx', 'help'].map(isHelpShown)).toEqual([true, false, false])
})
