import { expect, test } from 'vitest'
import { manualTimerWheel } from '../../testing/manual-timer-wheel.ts'
import { MAX_WAITING_COMMANDS } from '../limits.ts'
import { type CallEnd, OutgoingCalls } from './outgoing-calls.ts'

function line() {
  let now = 0
  const wire: unknown[][] = []
  const wheel = manualTimerWheel(() => now)
  const calls = new OutgoingCalls(text => void wire.push(JSON.parse(text) as unknown[]), wheel) // our own frames
  const ends: [string, CallEnd['kind']][] = []
  return {
    wire,
    ends,
    calls,
    ask(action: string) {
      calls.add({
        action,
        payload: { a: action },
        timeout_ms: 1_000,
        sent: () => {},
        ended: end => void ends.push([action, end.kind]),
      })
    },
    answer: (index: number, frame: (id: string) => unknown[]) =>
      calls.answered(JSON.stringify(frame(String(wire[index]?.[1])))),
    pass(ms: number) {
      now += ms
      wheel.turn()
    },
  }
}

test('one call on the wire; the next goes out when it has ended, however it ended', () => {
  const at = line()
  for (const action of ['one', 'two', 'three', 'four']) at.ask(action)
  expect(at.wire.map(frame => frame[2])).toEqual(['one'])
  expect(at.answer(0, id => [3, id, { ok: 1 }])).toBe(true)
  expect(at.answer(1, id => [4, id, 'GenericError', 'no', {}])).toBe(true)
  at.pass(1_000)
  expect(at.ends).toEqual([
    ['one', 'result'],
    ['two', 'error'],
    ['three', 'timed-out'],
  ])
  expect(at.wire.map(frame => frame[2])).toEqual(['one', 'two', 'three', 'four'])
})

test('message ids are never the same, on one line or on two', () => {
  const ids = [line(), line()].flatMap(at => {
    for (let i = 0; i < 3; i++) {
      at.ask('x')
      at.answer(i, id => [3, id, {}])
    }
    return at.wire.map(frame => String(frame[1]))
  })
  expect(new Set(ids).size).toBe(6)
  expect(ids.every(id => id.length <= 36)).toBe(true)
})

test('an answer to nothing, to an older call, or without sense is not taken', () => {
  const at = line()
  expect(at.calls.answered('[3,"x",{}]')).toBe(false)
  at.ask('one')
  expect(at.calls.answered('[3,"other",{}]')).toBe(false)
  expect(at.calls.answered('[3,')).toBe(false)
  at.pass(1_000)
  expect(at.answer(0, id => [3, id, {}])).toBe(false)
  expect(at.ends).toEqual([['one', 'timed-out']])
})

test('a line that is cut ends everything that was asked over it, and what is asked later', () => {
  const at = line()
  at.ask('one')
  at.ask('two')
  at.calls.cut()
  at.ask('three')
  expect(at.ends).toEqual([
    ['one', 'cut'],
    ['two', 'cut'],
    ['three', 'cut'],
  ])
  expect(at.wire).toHaveLength(1)
})

test('more calls than may wait are refused at once', () => {
  const at = line()
  for (let i = 0; i <= MAX_WAITING_COMMANDS + 1; i++) at.ask(`c${i}`)
  expect(at.ends).toEqual([[`c${MAX_WAITING_COMMANDS + 1}`, 'full']])
})
