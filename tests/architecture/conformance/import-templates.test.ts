import { importFields, importSample, type Resource } from '@wattyard/resource'
import type { Caller } from '@wattyard/server-kit'
import { allWords } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, conformanceWorld } from './world.ts'

/*
 * The template of an import shows an example row. Whoever fills the sheet in takes it for right, so it has to pass the check of the
 * import itself, with records where some are meant.
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
    const values = await exampleOf(resource, as)
    const { data } = await world.server.call(
      `/api/${resource.path}/import`,
      { dryRun: true, rows: [{ line: 2, values }] },
      { as, language: 'zh' },
    )
    expect(data, JSON.stringify(values)).toMatchObject({ accepted: 1, refused: 0, rows: [] })
  },
)

async function exampleOf(resource: Resource, as: Caller): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [at, [key, field]] of importFields(resource).entries()) {
    const sample = importSample(resource, key, field)
    if (sample.is === 'value') values[key] = sample.value
    else if (sample.is === 'text') values[key] = sample.text
    else if (sample.is === 'name') values[key] = words.translate('zh', `${resource.name}.${key}`)
    else {
      // Others for each column: the head of an office is not its deputy.
      const records = new Records(world, as, at * 1_000)
      const named = [(await records.values(resource, [[key, field]]))[key]].flat()
      values[key] = named.filter(one => typeof one === 'string').join(', ')
    }
  }
  return values
}
