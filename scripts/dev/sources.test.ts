import { expect, test } from 'vitest'
import { isServerSource } from './sources.ts'

test('what the server is made of makes it start again', () => {
  const ours = [
    'apps/server/main.ts',
    'kernel/server/http/app.ts',
    'kernel/money/fen.ts',
    'migrations/0001_kernel.sql',
    'modules/assets/server/pile/serve-pile.ts',
    'modules/assets/contract/pile.ts',
    'modules/assets/locales/zh.json',
    'modules/assets/help/piles.en.md',
    'protocols/ocpp16/index.ts',
  ]
  expect(ours.filter(path => !isServerSource(path))).toEqual([])
})

test('what it is not made of leaves it alone', () => {
  const others = [
    'apps/console/main.tsx',
    'kernel/console/index.ts',
    'kernel/testing/index.ts',
    'modules/assets/console/pile-page.tsx',
    'modules/assets/server/pile/pile.test.ts',
    'modules/assets/README.md',
    'modules/assets/server/.pile.ts.swp',
    'modules/assets/node_modules/some/server/index.ts',
    'docs/glossary.md',
  ]
  expect(others.filter(isServerSource)).toEqual([])
})
