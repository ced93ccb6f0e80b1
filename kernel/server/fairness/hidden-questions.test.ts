import { expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { countHiddenQuestion, HIDDEN_QUESTIONS_PER_HOUR, isLoggedAnswer, noteLoggedAnswer } from './hidden-questions.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')
const reader = () => ({ userId: newId() })

const HOUR_MS = 3_600_000

test('a person who tries numbers is stopped for an hour, and others are not held up', () => {
  const [guessing, searching] = [reader(), reader()]
  const guess = (number: number, at = NOON) => countHiddenQuestion(guessing, String(number), at)
  for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR; i++) guess(i)
  expect(() => guess(-1, NOON + 60_000)).toThrow(/tooManySearches/)
  expect(() => countHiddenQuestion(searching, '1', NOON + 60_000)).not.toThrow()
  expect(() => guess(-1, NOON + HOUR_MS - 1)).toThrow(/tooManySearches/)
  expect(() => guess(-1, NOON + HOUR_MS)).not.toThrow()
})

test('any hour holds the same number of questions, also one around a full hour', () => {
  const guessing = reader()
  const guess = (number: number, at: number) => countHiddenQuestion(guessing, String(number), at)
  const begin = NOON + HOUR_MS - 120_000
  for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR; i++) guess(i, begin + i * 1_000)
  expect(() => guess(-1, NOON + HOUR_MS + 1)).toThrow(expect.objectContaining({ params: { seconds: 3_480 } }))
  // One becomes free with each question that is an hour ago.
  guess(-1, begin + HOUR_MS)
  expect(() => guess(-2, begin + HOUR_MS)).toThrow(/tooManySearches/)
  guess(-2, begin + HOUR_MS + 1_000)
})

test('people beyond those who are remembered push out whoever has asked nothing for longest', () => {
  const [early, late] = [reader(), reader()]
  const ask = (who: { userId: string }) => {
    for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR; i++) countHiddenQuestion(who, String(i), NOON)
  }
  ask(early)
  for (let i = 0; i < 9_999; i++) countHiddenQuestion(reader(), '1', NOON)
  ask(late)
  expect(() => countHiddenQuestion(late, '-1', NOON)).toThrow(/tooManySearches/)
  expect(() => countHiddenQuestion(early, '-1', NOON)).not.toThrow()
})

test('a list that is read again asks nothing new, and is told once an hour', () => {
  const looking = reader()
  for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR + 10; i++) countHiddenQuestion(looking, 'the same', NOON)
  expect(isLoggedAnswer(looking, 'the same', NOON)).toBe(false)
  noteLoggedAnswer(looking, 'the same', NOON)
  expect(isLoggedAnswer(looking, 'the same', NOON)).toBe(true)
  expect(isLoggedAnswer(looking, 'the same', NOON + HOUR_MS)).toBe(false)
})
