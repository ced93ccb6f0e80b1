import { expect, test } from 'vitest'
import { createLane } from './task-lanes.ts'

const gate = () => Promise.withResolvers<void>()

test('runs two at once, in order, and continues after a failure', async () => {
  const lane = createLane(2)
  const gates = [gate(), gate(), gate()]
  const started: number[] = []
  const runs = gates.map(async ({ promise }, index) =>
    lane(async () => {
      started.push(index)
      await promise
    }),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  gates[0]?.reject(new Error('refused'))
  await expect(runs[0]).rejects.toThrow('refused')
  expect(started).toEqual([0, 1, 2])
  gates[1]?.resolve()
  gates[2]?.resolve()
  await Promise.all([runs[1], runs[2]])
})

test('a task aborted while it waits never starts', async () => {
  const lane = createLane(1)
  const first = gate()
  const abort = new AbortController()
  const busy = lane(async () => first.promise)
  let ran = false
  const waiting = lane(async () => {
    ran = true
  }, abort.signal)
  abort.abort()
  first.resolve()
  await busy
  await expect(waiting).rejects.toThrow('abort')
  expect(ran).toBe(false)
  await expect(lane(async () => 'free again')).resolves.toBe('free again')
})
