import { fieldWordKeys, type LoggedDeed } from '@wattyard/platform/contract'
import { expect, test } from 'vitest'
import { readPackages, readSources } from '../boundaries/sources.ts'
import { FOLDERS, readTexts } from '../locale-texts.ts'
import { loggedFields } from './logged-fields.ts'

const texts = new Map(FOLDERS.flatMap(folder => [...readTexts(folder, 'zh')]))
const server = readSources(readPackages()).filter(
  ({ path, isTest }) => !isTest && /^(modules\/\w+\/server|kernel\/server|apps\/server)\//.test(path),
)

/** An entry whose command is only known when it runs may name its fields as the dialog of any command of the resource does. */
function hasName(deed: LoggedDeed, field: string): boolean {
  if (fieldWordKeys(deed, field).some(key => texts.has(key))) return true
  const ofCommands = new RegExp(`^${RegExp.escape(deed.resource)}\\.\\w+Input\\.${field}$`)
  return deed.action === '' && [...texts.keys()].some(key => ofCommands.test(key))
}

test('every field that a module writes into the audit log has a name', async () => {
  const fields = await loggedFields(server)
  console.log(`audit: ${fields.length} fields of entries`)
  expect(fields.length).toBeGreaterThan(50)
  const raw = fields.filter(({ deed, field }) => !hasName(deed, field))
  expect(raw.map(({ place, deed, field }) => `${place} ${deed.resource} ${deed.action}: ${field}`)).toEqual([])
})
