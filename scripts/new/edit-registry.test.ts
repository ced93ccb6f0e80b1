import { expect, test } from 'vitest'
import { editRegistry } from './edit-registry.ts'

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
