import { beforeEach, expect, test } from 'vitest'
import { createLiveConnection, type LiveSource, type LiveState } from './live-connection.ts'

interface Opened extends LiveSource {
  topics: readonly string[]
  recent: number
  closed: boolean
}

let opened: Opened[]
let timers: { run: () => void; ms: number }[]
let live: ReturnType<typeof createLiveConnection>
let now = 0

beforeEach(() => {
  opened = []
  timers = []
  live = createLiveConnection({
    now: () => now,
    open(topics, recent) {
      const source: Opened = {
        topics,
        recent,
        closed: false,
        onopen: null,
        onmessage: null,
        onerror: null,
        close() {
          source.closed = true
        },
      }
      opened.push(source)
      return source
    },
    setTimer(run, ms) {
      const timer = { run, ms }
      timers.push(timer)
      return timer
    },
    clearTimer(timer) {
      timers = timers.filter(one => one !== timer)
    },
    random: () => 1,
  })
})

const pass = (): void => {
  for (const { run } of timers.splice(0)) run()
}
const last = (): Opened => opened.at(-1) ?? expect.unreachable('nothing opened')
const say = (text: string): void => last().onmessage?.(new MessageEvent('message', { data: text }))

test('one stream carries the topics of all listeners', () => {
  const heard: unknown[] = []
  live.listen('charging.session', message => heard.push(message.data))
  live.listen('assets.pile', message => heard.push(message.data))
  pass()
  expect(opened.length).toBe(1)
  expect(last().topics).toEqual(['assets.pile', 'charging.session'])
  last().onopen?.(new Event('open'))
  say('{"topic":"assets.pile","data":{"id":"1"}}')
  say('{"topic":"other","data":2}')
  say('not json')
  expect(heard).toEqual([{ id: '1' }])
})

test('a new topic opens the stream again; the last one gone closes it', () => {
  const stop = live.listen('a', () => undefined)
  pass()
  const stopB = live.listen('b', () => undefined)
  pass()
  expect(opened.map(one => one.closed)).toEqual([true, false])
  stop()
  stopB()
  pass()
  expect(last().closed).toBe(true)
  expect(live.state()).toBe('idle')
})

test('a stream asks for what happened since a topic was wanted and not heard', () => {
  now = 1_000
  live.listen('a', () => undefined)
  now = 1_050
  pass()
  expect(last().recent).toBe(1_050)
  last().onopen?.(new Event('open'))
  now = 60_000
  const stopB = live.listen('b', () => undefined)
  now = 60_080
  pass()
  // The topic that is there already was heard until the stream was changed.
  expect(last().recent).toBe(1_080)
  now = 60_300
  live.listen('c', () => undefined)
  now = 60_400
  pass()
  // Nothing was opened in between: what was missed before is still missed.
  expect(last().recent).toBe(1_400)
  last().onopen?.(new Event('open'))
  now = 90_000
  stopB()
  pass()
  expect(last().recent).toBe(1_000)
  last().onerror?.(new Event('error'))
  now = 500_000
  pass()
  expect(last().recent).toBe(10_000)
})

test('a lost stream reconnects with back-off and reports that news may be missing', () => {
  const states: [LiveState, boolean][] = []
  live.watch((state, isReturn) => states.push([state, isReturn]))
  live.listen('a', () => undefined)
  pass()
  last().onopen?.(new Event('open'))
  last().onerror?.(new Event('error'))
  const first = timers[0]?.ms ?? 0
  pass()
  last().onerror?.(new Event('error'))
  expect(timers[0]?.ms).toBeGreaterThan(first)
  pass()
  last().onopen?.(new Event('open'))
  expect(states).toEqual([
    ['connecting', false],
    ['connected', false],
    ['lost', false],
    ['lost', false],
    ['connected', true],
  ])
  expect(opened.length).toBe(3)
})
