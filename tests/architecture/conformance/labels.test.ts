import { allLabelKeys, type Field, type Language, nameIn, type Resource } from '@wattyard/resource'
import { LANGUAGES, newId, type ServedResource, col } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { Records } from './records.ts'
import { conformanceWorld } from './world.ts'

/*
 * Over every definition: where people write what a thing is called in several languages, its definition says so, and
 * whatever points at it is answered in the reader's language.
 */

const world = await conformanceWorld()
afterAll(() => world.close())
const records = new Records(world, callerWith({ tenantId: newId() }))
const spoken = world.served.filter(({ resource }) => resource.labelIn !== undefined)

/** Texts of a definition that stand in it once more in English and Spanish: `name` of `nameEn` and `nameEs`. */
function writtenInLanguages({ fields }: Resource): string[] {
  return Object.entries(fields).flatMap(([key, of]) => {
    const [, word] = /^(.+)En$/.exec(key) ?? []
    return word !== undefined && of.kind === 'text' && fields[`${word}Es`]?.kind === 'text' ? [word] : []
  })
}

test('every definition with texts in three languages says which of them name its records', () => {
  const silent = world.served.filter(({ resource }) => {
    const words = writtenInLanguages(resource)
    const { en, es } = resource.labelIn ?? {}
    return words.length > 0 && !words.some(word => en === `${word}En` && es === `${word}Es`)
  })
  expect(silent.map(({ resource }) => resource.name)).toEqual([])
  expect(spoken.map(({ resource }) => resource.name)).toContain('assets.deviceType')
  console.log(`labels: ${world.served.length} definitions read, ${spoken.length} with names in three languages`)
})

test('no table has such texts behind the back of the definitions', async () => {
  const rows = await world.db.platform(tx =>
    tx.query(
      { table_name: col.text },
      `select distinct table_name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and (column_name like '%\\_en' or column_name like '%\\_es')`,
    ),
  )
  const known = new Set(spoken.map(({ resource }) => resource.table))
  expect(rows.map(row => row.table_name).filter(name => !known.has(name))).toEqual([])
  expect(rows.length).toBe(known.size)
})

const call = (path: string, input: Record<string, unknown>, language: Language = 'zh') =>
  world.server.call(`/api/${path}`, input, { as: records.as, language })

/** A record that is called differently in each language. */
async function aSpokenRecord({ resource }: ServedResource, id: string): Promise<Record<Language, string>> {
  const writable = allLabelKeys(resource).filter(key => resource.fields[key]?.kind === 'text')
  const texts = Object.fromEntries(writable.map((key, at) => [key, `${key} ${at} ${id.slice(-6)}`]))
  const { data: before } = await call(`${resource.path}/get`, { id })
  const saved = await call(`${resource.path}/save`, { id, version: before.version, ...texts })
  if (!saved.success) throw new Error(`${resource.name}: ${saved.text}`)
  const names = { zh: '', en: '', es: '' }
  for (const language of LANGUAGES) names[language] = nameIn(resource, saved.data, language)
  expect(new Set(Object.values(names)).size).toBe(3)
  return names
}

const pointsAt = (target: string) => (of: Field) => (of.kind === 'ref' || of.kind === 'refs') && of.of === target

/** Definitions of which a reference was read. */
const told = new Set<string>()

describe.each(spoken.map(served => [served.resource.name, served] as const))('%s', (name, served) => {
  const { resource } = served

  test('answers pickers and headings with its name in the reader’s language', async () => {
    const { id } = await records.make(served)
    const names = await aSpokenRecord(served, id)
    for (const language of LANGUAGES) {
      const { data } = await call(`${resource.path}/select`, { ids: id }, language)
      expect(data.list).toEqual([{ id, label: names[language] }])
    }
  })

  const pointers = world.served.filter(one => Object.values(one.resource.fields).some(pointsAt(name)))
  test.each(pointers.map(one => [one.resource.name, one] as const))(
    'is called so where %s points at it',
    async (_name, pointer) => {
      const made = await records.make(pointer)
      const { data: before } = await call(`${pointer.resource.path}/get`, { id: made.id })
      const pointing = Object.entries(pointer.resource.fields).filter(([, of]) => pointsAt(name)(of))
      const ids = new Set(pointing.flatMap(([key]): string[] => before[key] ?? []))
      // What a sample leaves empty names nothing; of an optional reference that may be.
      if (ids.size === 0) expect(pointing.filter(([, of]) => !of.optional)).toEqual([])
      for (const id of ids) {
        const names = await aSpokenRecord(served, id)
        for (const language of LANGUAGES) {
          const { data } = await call(`${pointer.resource.path}/get`, { id: made.id }, language)
          expect(data.labels[name][id]).toBe(names[language])
        }
        told.add(name)
      }
    },
  )
})

test('each of them that anything points at was told in a reference', () => {
  const pointedAt = spoken.filter(({ resource }) =>
    world.served.some(one => Object.values(one.resource.fields).some(pointsAt(resource.name))),
  )
  expect([...told].toSorted()).toEqual(pointedAt.map(({ resource }) => resource.name).toSorted())
})
