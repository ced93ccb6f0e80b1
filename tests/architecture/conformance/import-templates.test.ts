import { importFields, importSample, type Resource } from '@wattyard/resource'
import { allWords } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, conformanceWorld } from './world.ts'

/*
 * The template of an import shows an example row. Whoever fills the sheet in takes it for right, so it has to pass the check of the
 * import itself, with the name of a record where one is meant.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

const words = allWords()
const imported = world.served.map(({ resource }) => resource).filter(({ exchange }) => exchange?.import)

test('there are imports to check', () => expect(imported.length).toBeGreaterThan(4))

test.each(imported.map(resource => [resource.name, resource] as const))(
  'the example of %s passes its own check',
  async (_name, resource) => {
    const as = await administrator(world)
    const values = await exampleOf(resource, new Records(world, as))
    const { data } = await world.server.call(
      `/api/${resource.path}/import`,
      { dryRun: true, rows: [{ line: 2, values }] },
      { as, language: 'zh' },
    )
    expect(data, JSON.stringify(values)).toEqual({ accepted: 1, refused: 0, rows: [] })
  },
)

async function exampleOf(resource: Resource, records: Records): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [key, field] of importFields(resource)) {
    const sample = importSample(resource, key, field)
    const word = `${resource.name}.${key}`
    if (sample.is === 'value') values[key] = sample.value
    else if (sample.is === 'text') values[key] = sample.text
    else if (sample.is === 'name') values[key] = words.translate('zh', word)
    else values[key] = await nameOf(field.of ?? '', records)
  }
  return values
}

async function nameOf(name: string, records: Records): Promise<string> {
  const id = await records.target(name)
  const path = world.served.find(({ resource }) => resource.name === name)?.resource.path ?? ''
  const { data } = await world.server.call(`/api/${path}/select`, { ids: id }, { as: records.as })
  return data.list[0]?.label ?? ''
}
