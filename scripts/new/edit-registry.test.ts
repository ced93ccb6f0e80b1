import { expect, test } from 'vitest'
import { editRegistry } from './edit-registry.ts'
import { addRoute } from './edit-server.ts'

const resource = { name: 'lock', file: 'lock' }
const page = `'/device/deviceLock': { file: 'lock-page.tsx' }`
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

const FULL = `import { registerModule } from '@wattyard/resource'
import { pile } from './pile.ts'

export const registry = registerModule({
  name: 'assets',
  resources: [pile],
  pages: {
    '/device/devicePole': { file: 'pile-page.tsx', words: ['identity'] },
  },
})
`

test('a resource and its page are added behind the others', () => {
  const edited = editRegistry(FULL, { resource, page })
  expect(edited).toContain("import { pile } from './pile.ts'\nimport { lock } from './lock.ts'\n")
  expect(flat(edited)).toContain('resources: [pile, lock],')
  expect(flat(edited)).toContain(`words: ['identity'] }, ${page}},`)
  expect(editRegistry(edited, { resource, page })).toBe(edited)
})

test('a registry without resources or pages gets them', () => {
  const bare = `import { registerModule } from '@wattyard/resource'\n\nexport const registry = registerModule({ name: 'ledger' })\n`
  expect(flat(editRegistry(bare, { resource, page }))).toBe(
    `import { registerModule } from '@wattyard/resource' import { lock } from './lock.ts' export const registry = registerModule({ name: 'ledger', pages: {${page}}, resources: [lock], })`,
  )
})

test('a route is added to the file that builds the module', () => {
  const server = `import { a } from 'a'\nimport {\n  b,\n} from './b.ts'\n\nexport const m = () =>\n  serverModule(registry, {\n    routes: [b],\n  })\n`
  expect(addRoute(server, 'cRoute', 'c-route.ts')).toBe(
    `import { a } from 'a'\nimport {\n  b,\n} from './b.ts'\nimport { cRoute } from './c-route.ts'\n\nexport const m = () =>\n  serverModule(registry, {\n    routes: [cRoute, b],\n  })\n`,
  )
  expect(() => addRoute(`import { a } from 'a'\n`, 'cRoute', 'c-route.ts')).toThrow('no list of routes')
})
