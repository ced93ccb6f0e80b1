import { expect, test } from 'vitest'
import { readPackages, readSources } from '../boundaries/sources.ts'
import { ConsoleSources } from './part-reads.ts'

const isConsole = (path: string): boolean => /^modules\/\w+\/console\//.test(path)
const sources = new ConsoleSources(readSources(readPackages()).filter(({ path }) => isConsole(path)))

/** Pages whose slots have a file of their own. */
const PAGES: Readonly<Record<string, string>> = {
  'modules/gateway/console/pile/pile-slots.ts': 'assets.pile:read',
  'modules/payables/console/document-slots.tsx': 'payables.document:read',
}

/** Reads that a part makes without asking for the permission, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'modules/gateway/console/index.ts: faults reads gateway.command:read': 'follows a command that was sent from here',
  'modules/gateway/console/pile/pile-slots.ts: faults reads gateway.command:read':
    'follows a command that was sent from here',
  'modules/gateway/console/pile/pile-slots.ts: configuration reads gateway.command:read':
    'follows a command that was sent from here',
  'modules/platform/console/index.ts: deletionDays reads platform.setting:read':
    'draws nothing without an answer, and needs the change of the same settings',
}

test('a part states the permission of what it reads, or its components ask for it', async () => {
  const parts = sources.parts()
  const found: string[] = []
  let read = 0
  for (const part of parts) {
    const { reads, asked } = await sources.readsOf(part)
    const had = new Set([...(await sources.givenTo(part)), ...asked, part.needs, PAGES[part.file.path]])
    read += reads.size
    found.push(...[...reads].filter(one => !had.has(one)).map(one => `${part.place} reads ${one}`))
  }
  console.log(`parts: ${parts.length} of details, ${read} reads`)
  expect(parts.length).toBeGreaterThan(40)
  expect(read).toBeGreaterThan(40)
  expect(found.filter(one => EXCEPTIONS[one] === undefined)).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter(one => !found.includes(one))).toEqual([])
})
