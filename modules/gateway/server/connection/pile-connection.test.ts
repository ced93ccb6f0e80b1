import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { type ConnectionHandlers, PileConnection } from './pile-connection.ts'

/** A connection on a socket of no network, whose every frame meets a mistake of ours. */
function connection() {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: () => {},
    ping: () => {},
    close: vi.fn<() => void>(),
  })
  const mistake = (): never => {
    throw new RangeError('a mistake of ours')
  }
  const handlers = {
    handle: vi.fn<() => boolean>(mistake),
    answered: vi.fn<() => void>(mistake),
    failed: vi.fn<ConnectionHandlers['failed']>(),
    closed: vi.fn<() => void>(),
  }
  const made = new PileConnection({
    socket,
    handlers,
    now: () => 0,
    rate: { sustained: 10, burst: 10 },
  } as unknown as ConstructorParameters<typeof PileConnection>[0]) // what a frame does not touch is left out
  made.settle('active')
  return { socket, handlers }
}

test.each([
  ['a call', '[2,"m1","Heartbeat",{}]', 'handle'],
  ['an answer', '[3,"m1",{}]', 'answered'],
] as const)('%s that cannot be handled closes its connection alone, and the mistake is told', (_what, frame, by) => {
  const { socket, handlers } = connection()
  socket.emit('message', Buffer.from(frame), false)
  expect(handlers[by]).toHaveBeenCalledOnce()
  expect(handlers.failed).toHaveBeenCalledWith(expect.anything(), expect.any(RangeError))
  expect(socket.close).toHaveBeenCalledWith(1011, 'internal error')
  // What comes behind it is not looked at.
  socket.emit('message', Buffer.from(frame), false)
  expect(handlers[by]).toHaveBeenCalledOnce()
})
