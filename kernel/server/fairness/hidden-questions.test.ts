import { expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { countHiddenQuestion, HIDDEN_QUESTIONS_PER_HOUR, isLoggedAnswer, noteLoggedAnswer } from './hidden-questions.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')
const reader = () => ({ userId: newId() })

test('a person who tries numbers is stopped until the next hour, and others are not held up', () => {
  const [guessing, searching] = [reader(), reader()]
  const guess = (number: number, at = NOON) => countHiddenQuestion(guessing, String(number), at)
  for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR; i++) guess(i)
  expect(() => guess(-1, NOON + 60_000)).toThrow(/tooManySearches/)
  expect(() => countHiddenQuestion(searching, '1', NOON + 60_000)).not.toThrow()
  expect(() => guess(-1, NOON + 3_600_000)).not.toThrow()
})

test('a list that is read again asks nothing new, and is told once an hour', () => {
  const looking = reader()
  for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR + 10; i++) countHiddenQuestion(looking, 'the same', NOON)
  expect(isLoggedAnswer(looking, 'the same', NOON)).toBe(false)
  noteLoggedAnswer(looking, 'the same', NOON)
  expect(isLoggedAnswer(looking, 'the same', NOON)).toBe(true)
  expect(isLoggedAnswer(looking, 'the same', NOON + 3_600_000)).toBe(false)
})
