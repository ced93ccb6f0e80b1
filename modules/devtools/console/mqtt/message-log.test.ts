import { expect, test } from 'vitest'
import { addMessage, EMPTY_LOG, KEPT_MESSAGES, type MessageLog, setPaused } from './message-log.ts'

const message = (topic: string) =>
  ({ kind: 'message', at: 0, topic, payload: '', size: 0, qos: 0, retain: false }) as const
const topics = ({ shown }: MessageLog) => shown.map(one => one.topic)

test('newest first, and no more than a tab can hold', () => {
  let log = EMPTY_LOG
  for (let i = 0; i <= KEPT_MESSAGES; i++) log = addMessage(log, message(`t${i}`))
  expect(log.shown).toHaveLength(KEPT_MESSAGES)
  expect(log.shown[0]).toMatchObject({ topic: `t${KEPT_MESSAGES}`, number: KEPT_MESSAGES + 1 })
})

test('a pause holds new messages and shows them when it ends', () => {
  let log = setPaused(addMessage(EMPTY_LOG, message('a')), true)
  log = addMessage(addMessage(log, message('b')), message('c'))
  expect([topics(log), log.held.length]).toEqual([['a'], 2])
  log = setPaused(log, false)
  expect([topics(log), log.held.length]).toEqual([['c', 'b', 'a'], 0])
})
