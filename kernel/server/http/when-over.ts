import type { FastifyReply, FastifyRequest } from 'fastify'

const ofSockets = new WeakMap<object, Set<() => void>>()

/** One listener per connection, however many calls it carries at once. */
function onSocketClose(socket: FastifyRequest['raw']['socket']): Set<() => void> {
  const known = ofSockets.get(socket)
  if (known) return known
  const runs = new Set<() => void>()
  ofSockets.set(socket, runs)
  socket.once('close', () => {
    for (const run of runs) run()
  })
  return runs
}

/**
 * Runs `run` once when the answer has left or its connection is gone, at whatever moment: at once when it is gone already.
 * The answer's own `close` is not enough: one that waits behind another on its connection never hears it.
 *
 * @returns what forgets it
 */
export function whenOver(
  { raw: { socket } }: FastifyRequest,
  { raw: answer }: FastifyReply,
  run: () => void,
): () => void {
  const ends = onSocketClose(socket)
  let isOver = false
  const forget = () => {
    isOver = true
    ends.delete(over)
    answer.off('finish', over)
    answer.off('close', over)
  }
  function over(): void {
    if (isOver) return
    forget()
    run()
  }
  ends.add(over)
  answer.once('finish', over)
  answer.once('close', over)
  if (socket.destroyed || answer.destroyed || answer.writableFinished) over()
  return forget
}
