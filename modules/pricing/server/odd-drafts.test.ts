import { newId } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { platformModule as platform } from '@wattyard/platform/server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pricingModule } from './module.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ modules: [platform, pricingModule()] })
})
afterAll(() => server.close())

const price = fc.constantFrom(null, '', '0', '-0', '0.5', '1.000001', '.5', '1.', '+1', ' 2 ', '1e1', '00.5', '１', 'x')
const plan = fc.record(
  {
    key: fc.constantFrom('default', '', ' a ', '周末', 'x'.repeat(64)),
    when: fc.record(
      {
        months: fc.array(fc.constantFrom<number | string>(1, 12, '7', 13), { maxLength: 3 }),
        weekdays: fc.array(fc.constantFrom(1, 7, 0), { maxLength: 2 }),
        dates: fc.array(fc.constantFrom('2026-02-30', '2026-10-01', '0000-00-00'), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    intervals: fc.array(
      fc.record({
        fromQuarter: fc.constantFrom<number | string>(0, 95, 96, '12'),
        toQuarter: fc.constantFrom(0, 1, 96),
        period: fc.constantFrom('J', 'S', 'X'),
        electricity: price,
        service: price,
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['key', 'intervals'] },
)

test('whatever draft is taken can be opened and looked at before it is published; what is not is refused by name', async () => {
  const as = callerWith({ tenantId: newId() })
  const call = (path: string, input: Record<string, unknown>) => server.call(`/api/pricing/${path}`, input, { as })
  const policy = (await call('policy/save', { code: 'ODD', name: 'odd' })).data.id
  const { id } = (await call('version/createDraft', { policy, from: 'empty' })).data
  let [taken, seen] = [0, 1]
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 3 }), async plans => {
      const saved = await call('version/saveDraft', { id, seen, plans })
      if (saved.success) [taken, seen] = [taken + 1, saved.data.version]
      const opened = await call('version/detail', { id })
      const preview = await call('version/publishPreview', { id })
      expect([saved.status < 500, opened.success, preview.success]).toEqual([true, true, true])
      expect(saved.success || Object.keys(saved.data.fields).length > 0).toBe(true)
    }),
    { numRuns: 100 },
  )
  expect(taken).toBeGreaterThan(5)
})
