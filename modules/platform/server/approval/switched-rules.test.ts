import { expect, test } from 'vitest'
import { approvalRulesOf } from '../approval-rules.ts'

test('a rule has a limit where it moves money and does not hold whatever that is', () => {
  const rule = { from_fen: 0n, weigh: () => null }
  const till = {
    resource: { name: 'probe.till' },
    commands: {},
    secondPerson: {
      pay: { ...rule, side: 'gives' },
      payHeir: { ...rule, side: 'gives', switched: true },
      publish: { ...rule, side: 'none' },
    },
  }
  const rules = approvalRulesOf([{ resources: [till as never] }]) // a rule needs no more of a definition than its name
  expect(rules.map(({ command, hasLimit }) => [command, hasLimit])).toEqual([
    ['pay', true],
    ['payHeir', false],
    ['publish', false],
  ])
})
