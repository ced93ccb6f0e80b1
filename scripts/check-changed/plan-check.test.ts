import { expect, test } from 'vitest'
import { readImports } from './import-graph.ts'
import { planCheck } from './plan-check.ts'

const door = { exports: { './server': './server/index.ts', './contract': './contract/index.ts' } }
const TREE: Readonly<Record<string, string>> = {
  'modules/assets/package.json': JSON.stringify({ name: '@wattyard/assets', ...door }),
  'modules/assets/contract/index.ts':
    "export { pile } from './pile.ts'\nexport { type Model, model } from './model.ts'",
  'modules/assets/contract/pile.ts': 'export const pile = 1',
  'modules/assets/contract/model.ts': 'export const model = 1',
  'modules/assets/server/index.ts': "export {\n  servePile,\n} from './serve-pile.ts'",
  'modules/assets/server/serve-pile.ts': "import { pile } from '../contract/index.ts'",
  'modules/assets/server/pile.test.ts': "import { servePile } from './index.ts'",
  'modules/assets/server/model.test.ts': "import { model } from '../contract/index.ts'",
  'modules/assets/console/pile-page.tsx': "import { pile } from '../contract/pile.ts'",
  'modules/finance/server/bill.ts': "import { servePile } from '@wattyard/assets/server'",
  'modules/finance/server/bill.test.ts': "import './bill.ts'",
  'migrations/0002_finance_bill.sql': '',
  'tests/simulation/laws.test.ts': "import { servePile } from '@wattyard/assets/server'",
}
const FILES = Object.keys(TREE)
const graph = readImports(FILES, path => TREE[path] ?? '')

function planFor(...present: string[]) {
  const changed = { present, removed: [] }
  return planCheck(changed, graph.reach(present), FILES)
}
const BOUNDARIES = 'tests/architecture/boundaries/boundaries.test.ts'

test('a name taken through a door leads to the file that holds it, and to no other', () => {
  const plan = planFor('modules/assets/contract/pile.ts')
  expect(plan.tests).toEqual(['modules/assets/server/pile.test.ts', 'modules/finance/server/bill.test.ts', BOUNDARIES])
  expect(plan.leftOut).toEqual(['tests/simulation/laws.test.ts'])
  expect(plan.types).toEqual(['tsconfig.json', 'tsconfig.console.json'])
})

test('a page asks for the types of the console alone', () => {
  const plan = planFor('modules/assets/console/pile-page.tsx')
  expect(plan).toMatchObject({ types: ['tsconfig.console.json'], tests: [BOUNDARIES], leftOut: [] })
})

test('a door that changes concerns whoever goes through it', () => {
  const { tests } = planFor('modules/assets/contract/index.ts')
  expect(tests).toContain('modules/assets/server/model.test.ts')
  expect(tests).toContain('modules/assets/server/pile.test.ts')
})

test('a migration asks the tests of its module, a package file all types, a long test only itself', () => {
  expect(planFor('migrations/0002_finance_bill.sql').tests).toEqual(['modules/finance/server/bill.test.ts', BOUNDARIES])
  expect(planFor('modules/assets/package.json').types).toHaveLength(3)
  expect(planFor('tests/simulation/laws.test.ts').tests).toContain('tests/simulation/laws.test.ts')
})

test('nothing that is not there is linted or formatted', () => {
  const changed = { present: ['docs/a.md'], removed: ['modules/assets/contract/pile.ts'] }
  const plan = planCheck(changed, graph.reach(changed.removed), FILES)
  expect(plan).toMatchObject({ lint: [], format: [], types: ['tsconfig.json', 'tsconfig.console.json'] })
})
