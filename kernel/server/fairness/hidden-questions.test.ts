import { expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { countHiddenQuestion, HIDDEN_QUESTIONS_PER_HOUR } from './hidden-questions.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')
const reader = () => ({ userId: newId(), permissions: new Set<string>(), readsMasked: true as const })

test('a person who tries numbers is stopped until the next hour, and others are not held up', () => {
  const [guessing, searching] = [reader(), reader()]
  for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR; i++) countHiddenQuestion(guessing, NOON)
  expect(() => countHiddenQuestion(guessing, NOON + 60_000)).toThrow(/tooManySearches/)
  expect(() => countHiddenQuestion(searching, NOON + 60_000)).not.toThrow()
  expect(() => countHiddenQuestion(guessing, NOON + 3_600_000)).not.toThrow()
})
