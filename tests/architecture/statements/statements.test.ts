import { type Preparer, prepareStatements } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPackages, readSources } from '../boundaries/sources.ts'
import { readStatements } from './read-statements.ts'

/*
 * Every statement whose text is fixed is prepared against the migrated database, also those that no test runs, and its
 * columns are held against what it states. Nulls and words show only when it runs (`witness-answers.ts`).
 */

/** Whether a statement itself leaves out rows without a value: it says so, or compares with something, which no null equals. */
const isNarrowed = (text: string, column: string): boolean =>
  new RegExp(`\\b${column}\\b\\s*(is not null|=|>|<|in \\(|between)|= (\\w+\\.)?${column}\\b`, 'i').test(text)

let preparer: Preparer
beforeAll(async () => {
  preparer = await prepareStatements()
})
afterAll(() => preparer.close())

test('statements fit the database, and answer the columns that they state', async () => {
  const sources = readSources(readPackages()).filter(
    ({ path }) =>
      // Tests outside and journeys have the migrated database, but run where nobody holds their answers against anything.
      /^tests\/(outside|journeys|simulation)\//.test(path) ||
      (/^(kernel\/server|modules\/[\w-]+\/server|apps\/server|bench)\//.test(path) &&
        !/\.test\.ts$|\/testing\//.test(path)),
  )
  const { fixed, composed } = readStatements(sources)
  const wrong: string[] = []
  for (const { place, text, shape } of fixed) {
    const answered = await preparer.columnsOf(text).catch((error: Error) => error.message)
    if (typeof answered === 'string') {
      wrong.push(`${place}: ${answered}`)
      continue
    }
    if (shape === null) continue
    const types = new Map(answered.map(one => [one.name, one.dataTypeID]))
    for (const { name, nullableAs } of answered)
      if (nullableAs !== null && shape[name]?.nullable === false && !isNarrowed(text, nullableAs))
        wrong.push(`${place}: ${name} may be null, stated as never null`)
    for (const name of new Set([...types.keys(), ...Object.keys(shape)])) {
      const type = types.get(name)
      const stated = shape[name]?.types
      if (type === undefined || !stated?.includes(type))
        wrong.push(`${place}: ${name} has type ${type ?? 'none'}, stated as ${stated?.join(' or ') ?? 'nothing'}`)
    }
  }
  const stating = fixed.filter(one => one.shape !== null).length
  console.log(`statements: ${fixed.length} prepared, ${stating} with columns, ${composed} put together at run time`)
  expect(stating).toBeGreaterThan(250)
  expect(wrong).toEqual([])
})
