import { shownText, loadSpanish } from '@wattyard/console-kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { Scale } from '../editor/day-strip.tsx'
import { consoleModule } from '../index.ts'
import { DifferenceList } from './difference-list.tsx'

beforeAll(() => loadSpanish(consoleModule))

const differ = (before: string, after: string) => ({
  from: 0,
  to: 4,
  before: { period: 'G', electricity: before, service: '0.6000' } as const,
  after: { period: 'G', electricity: after, service: '0.6000' } as const,
})
const change = (before: string, after: string) =>
  shownText(<DifferenceList plans={[{ key: 'all', kind: 'kept', differences: [differ(before, after)] }]} />)

test('the change of a price is the difference of the two prices', () => {
  expect(change('0.2556', '0.3056')).toMatch(/\+ 0,0500$/)
  expect(change('1.5', '0.25')).toMatch(/− 1,2500$/)
  expect(change('0.2556', '0.255601')).toMatch(/\+ 0,000001$/)
})

test('the lines of the dial are half yuan, in yuan', () => {
  expect(shownText(<Scale top={2_000_000} />)).toBe('0,5 1 1,5 2')
})
