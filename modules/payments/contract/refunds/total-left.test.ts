import { expect, test } from 'vitest'
import words from '../../locales/zh.json' with { type: 'json' }
import { PART_STATES } from '../refund-table.ts'
import { refundPart } from './refund-part.ts'

test('the line below payouts names each state that it counts', () => {
  const added = refundPart.list.totalled?.state ?? []
  const left = PART_STATES.filter(state => !added.some(one => one === state))
  const { stateValue, totalLeft } = words.payments.refundPart
  expect(left).toEqual(['replaced', 'dropped', 'givenBack'])
  for (const state of left) expect(totalLeft).toContain(stateValue[state].replace('已', '').slice(0, 2))
})
