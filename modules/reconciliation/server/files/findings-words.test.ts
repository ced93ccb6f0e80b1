import { FINDING_LEVELS, UNPACK_PROBLEMS } from '@wattyard/payment-files'
import { expect, test } from 'vitest'
import zh from '../../locales/zh.json' with { type: 'json' }
import { WHOLE_FILE_FINDINGS } from './read-content.ts'

test('every finding has words, and no word is left over', () => {
  const codes = [...Object.keys(FINDING_LEVELS), ...UNPACK_PROBLEMS, ...WHOLE_FILE_FINDINGS]
  expect(Object.keys(zh.reconciliation.finding).toSorted()).toEqual(codes.toSorted())
})
