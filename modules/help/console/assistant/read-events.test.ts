import { expect, test } from 'vitest'
import type { AssistantEvent } from '../../contract/assistant.ts'
import { readEvents } from './read-events.ts'
import { type Exchange, turnsOf } from './use-assistant.ts'

async function read(bytes: Uint8Array, size: number): Promise<AssistantEvent[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    },
  })
  const events: AssistantEvent[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

test('events are read whole, wherever the stream is split', async () => {
  const sent: AssistantEvent[] = [{ type: 'used', sections: [] }, { type: 'text', text: '充电桩\n\n' }, { type: 'end' }]
  const bytes = new TextEncoder().encode(
    `: beat\n\n${sent.map(one => `data: ${JSON.stringify(one)}\n\n`).join('')}data: {"ty`,
  )
  for (const size of [1, 2, 7, 1_000]) expect(await read(bytes, size)).toEqual(sent)
})

test('a question is sent with the latest answered turns, cut to the limit', () => {
  const exchange = (question: string, over: Partial<Exchange> = {}): Exchange => ({
    question,
    answer: 'a',
    used: [],
    state: 'whole',
    problem: '',
    ...over,
  })
  const all = ['1', '2', '3', '4', '5', '6', '7', '8'].map(question => exchange(question))
  expect(turnsOf(all).map(({ question }) => question)).toEqual(['3', '4', '5', '6', '7', '8'])
  expect(turnsOf([exchange('x', { answer: '', state: 'failed' }), exchange('y', { state: 'coming' })])).toEqual([])
  expect(turnsOf([exchange('z', { answer: 'x'.repeat(9_000) })])[0]?.answer).toHaveLength(4_000)
})
