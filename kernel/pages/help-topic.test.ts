import { expect, test } from 'vitest'
import { helpTopicOf, routeAt } from './index.ts'

const topicOf = (path: string, ...written: string[]) => {
  const route = routeAt(path)
  if (!route) throw new Error(`${path} is no route`)
  return helpTopicOf(route, topic => written.includes(topic))
}

test('the base path where it has help of its own, else the menu group, else nothing', () => {
  expect(topicOf('/basedata/model', 'system', 'basedata')).toBe('basedata')
  expect(topicOf('/basedata/model', 'system')).toBe('system')
  expect(topicOf('/basedata/model', 'zcgl', 'help')).toBeUndefined()
  expect(topicOf('/help/about', 'system', 'help')).toBe('help')
})

test('outside every group it is the general one', () => {
  expect(topicOf('/home', 'help', 'zcgl')).toBe('help')
  expect(topicOf('/home', 'zcgl')).toBeUndefined()
})
