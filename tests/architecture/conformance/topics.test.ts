import { afterAll, expect, test } from 'vitest'
import { readPackages, readSources } from '../boundaries/sources.ts'
import { isNode, lineAt, nameOf, nodesIn, Sources, visit } from '../syntax.ts'
import { conformanceWorld } from './world.ts'

const world = await conformanceWorld()
afterAll(() => world.close())

/** What makes an object an event of the outbox: live news have `data` instead. */
const PARTS = ['tenantId', 'topic', 'key', 'body']

test('whatever is written to the outbox has a reader', () => {
  const sources = readSources(readPackages()).filter(
    ({ path, isTest }) =>
      !isTest && /^(kernel|modules\/[\w-]+)\/(server|contract)\//.test(path) && !path.includes('/testing/'),
  )
  const all = new Sources(sources)
  const written = new Map<string, string>()
  const open: string[] = []
  for (const file of all.files())
    visit(file.program, node => {
      if (node.type !== 'ObjectExpression') return
      const properties = nodesIn(node.properties)
      const keys = properties.map(one => nameOf(one.key))
      if (PARTS.some(part => !keys.includes(part))) return
      const place = `${file.path}:${lineAt(file.text, node.start)}`
      const value = properties.find(one => nameOf(one.key) === 'topic')?.value
      const topic = isNode(value) ? all.textOf(file, value) : null
      // The outbox itself passes on what it has read.
      if (topic !== null) written.set(topic, place)
      else if (!file.path.endsWith('work/outbox.ts')) open.push(place)
    })
  const read = new Set(world.modules.flatMap(module => Object.keys(module.handles ?? {})))
  console.log(`outbox: ${written.size} topics are written, ${read.size} are read`)
  expect(written.size).toBeGreaterThan(8)
  expect(open, 'topics have to be fixed texts').toEqual([])
  expect([...written].filter(([topic]) => !read.has(topic))).toEqual([])
})
