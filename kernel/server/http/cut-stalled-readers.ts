import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'

interface Line extends Duplex {
  /** Bytes handed over so far, those that still wait in the process included. */
  readonly bytesWritten: number
}

/**
 * Cuts connections whose reader has taken nothing for `longest_ms` although something waits for it: an export, a stream of
 * events or a plain answer would otherwise be held in memory for as long as somebody likes. Node has clocks for those who send
 * slowly, and none for those who read slowly.
 *
 * @returns what ends the watching
 */
export function cutStalledReaders(server: Server, longest_ms: number): () => void {
  const lines = new Map<Line, { taken: number; since: number }>()
  const watch = (line: Line) => {
    lines.set(line, { taken: 0, since: performance.now() })
    line.once('close', () => lines.delete(line))
  }
  server.on('connection', watch)
  // With TLS what waits stands in front of the cipher.
  server.on('secureConnection', watch)
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [line, seen] of lines) {
      const taken = line.bytesWritten - line.writableLength
      if (line.writableLength === 0 || taken !== seen.taken) lines.set(line, { taken, since: now })
      else if (now - seen.since >= longest_ms) line.destroy()
    }
  }, longest_ms / 4)
  timer.unref()
  return () => clearInterval(timer)
}
