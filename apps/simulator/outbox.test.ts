import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS, MAX_OUTBOX, Outbox } from './outbox.ts'
import type { CallOutcome } from './rpc-socket.ts'
import { until } from './test-csms.ts'

const entry = (name: string, keep = true, answered: () => void = () => undefined) => ({
  keep,
  build: () => ({ action: name, payload: {} }),
  answered,
})

function anOutbox(answer: (action: string) => CallOutcome) {
  const sent: string[] = []
  const outbox = new Outbox(message => {
    sent.push(message.action)
    return Promise.resolve(answer(message.action))
  })
  return { outbox, sent }
}

describe('the outbox', () => {
  it('keeps the order, waits while closed, and sends what was lost again', async () => {
    let losses = 2
    const { outbox, sent } = anOutbox(() => (losses-- > 0 ? { kind: 'lost' } : { kind: 'result', payload: {} }))
    for (const name of ['start', 'meter', 'stop']) outbox.add(entry(name))
    expect(sent).toEqual([])
    outbox.setOpen(true)
    await until(() => outbox.size === 0)
    expect(sent).toEqual(['start', 'start', 'start', 'meter', 'stop'])
    expect(outbox.dropped).toBe(0)
  })

  it('drops a refused message after its attempts and continues', async () => {
    const { outbox, sent } = anOutbox(action =>
      action === 'bad' ? { kind: 'error', code: 'InternalError' } : { kind: 'result', payload: {} },
    )
    let answered = 0
    outbox.setOpen(true)
    outbox.add(entry('bad', true, () => answered++))
    outbox.add(entry('good', true, () => answered++))
    await until(() => outbox.size === 0)
    expect(sent).toEqual([...Array<string>(MAX_ATTEMPTS).fill('bad'), 'good'])
    expect([answered, outbox.dropped]).toEqual([1, 1])
  })

  it('is bounded, and drops readings before starts and stops', () => {
    const { outbox } = anOutbox(() => ({ kind: 'lost' }))
    outbox.add(entry('start'))
    outbox.add(entry('meter', false))
    for (let index = 0; index < MAX_OUTBOX; index++) outbox.add(entry('stop'))
    expect(outbox.size).toBe(MAX_OUTBOX)
    expect(outbox.dropped).toBe(2)
  })
})
