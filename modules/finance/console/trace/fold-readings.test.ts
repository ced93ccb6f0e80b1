import { expect, test } from 'vitest'
import type { TracedFrame } from '../../contract/index.ts'
import { eventOf, foldReadings } from './fold-readings.ts'

const frame = (seq: number, action: string, rest: Partial<TracedFrame> = {}): TracedFrame => ({
  frame: `pile:${seq}`,
  receivedAt: 1_800_000_000_000 + seq * 5_000,
  direction: 'in',
  protocol: 'ocpp1.6',
  action,
  messageId: String(seq),
  call: '{}',
  answer: null,
  mended: [],
  problem: null,
  ...rest,
})

const shapeOf = (frames: readonly TracedFrame[]) =>
  foldReadings(frames).map(row => (row.kind === 'frame' ? row.frame.action : row.frames.length))

test('264 readings between start and stop are one row', () => {
  const readings = Array.from({ length: 264 }, (_, index) => frame(index + 1, 'MeterValues'))
  const frames = [frame(0, 'StartTransaction'), ...readings, frame(265, 'StopTransaction')]
  expect(shapeOf(frames)).toEqual(['StartTransaction', 264, 'StopTransaction'])
})

test('a rejected reading and other messages end a run; short runs stand as rows', () => {
  const meter = (seq: number, problem: string | null = null) => frame(seq, 'MeterValues', { problem })
  const frames = [meter(1), meter(2), meter(3), meter(4, 'schema'), meter(5), frame(6, 'StatusNotification'), meter(7)]
  expect(shapeOf(frames)).toEqual([3, 'MeterValues', 'MeterValues', 'StatusNotification', 'MeterValues'])
})

test('of transaction events only updates are readings', () => {
  const event = (seq: number, type: string) => frame(seq, 'TransactionEvent', { call: `{"eventType": "${type}"}` })
  const updates = Array.from({ length: 4 }, (_, index) => event(index + 1, 'Updated'))
  expect(shapeOf([event(0, 'Started'), ...updates, event(5, 'Ended')])).toEqual([
    'TransactionEvent',
    4,
    'TransactionEvent',
  ])
})

test('a transaction event says whether it starts, updates or ends; other messages say nothing', () => {
  const event = (call: string, action = 'TransactionEvent') => eventOf(frame(1, action, { call }))
  expect(event('{"eventType":"Started"}')).toBe('Started')
  expect(event('{"eventType": "Ended"}')).toBe('Ended')
  expect(event('{"eventType":"Other"}')).toBeNull()
  expect(event('{"eventType":"Started"}', 'MeterValues')).toBeNull()
})

test('no frames are no rows', () => {
  expect(foldReadings([])).toEqual([])
})
