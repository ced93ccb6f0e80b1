import type { Socket } from 'node:net'
import { createSplitter, type FrameRule } from '@wattyard/byte-frame'
import { ReadProblem } from './read-problem.ts'

/** One question after the other on one connection. */
export interface Exchange {
  /**
   * Sends bytes and gives the first frame that `isAnswer` takes; others, such as a late answer to a question before, are
   * passed over.
   *
   * @throws ReadProblem `no-answer`, `closed`, `bad-answer` or `stopped`
   */
  ask(bytes: Uint8Array, isAnswer: (frame: Uint8Array) => boolean): Promise<Uint8Array>
  close(): void
}

/** Most unrelated bytes accepted before the peer is taken for something other than our device. */
const MAX_STRAY_BYTES = 2_048

export function createExchange(
  socket: Socket,
  rule: FrameRule,
  options: { answer_ms: number; signal?: AbortSignal | undefined },
): Exchange {
  let splitter = createSplitter(rule)
  let stray = 0
  let waiting: {
    isAnswer(frame: Uint8Array): boolean
    give(frame: Uint8Array): void
    fail(problem: ReadProblem): void
  } | null = null
  let ended: ReadProblem | null = null

  const end = (problem: ReadProblem) => {
    ended ??= problem
    socket.destroy()
    waiting?.fail(ended)
  }
  const stop = () => end(new ReadProblem('stopped'))
  options.signal?.addEventListener('abort', stop, { once: true })
  // A device that breaks off signals it by an error, by a close, or by both.
  socket.on('error', () => end(new ReadProblem('closed')))
  socket.on('close', () => end(new ReadProblem('closed')))
  socket.on('data', (chunk: Buffer) => {
    for (const piece of splitter.push(chunk)) {
      if (piece.kind === 'frame' && waiting?.isAnswer(piece.bytes)) {
        waiting.give(piece.bytes)
        continue
      }
      stray += piece.bytes.length
      if (stray > MAX_STRAY_BYTES) return end(new ReadProblem('bad-answer'))
    }
  })

  return {
    ask(bytes, isAnswer) {
      if (ended) return Promise.reject(ended)
      if (waiting) return Promise.reject(new Error('one question at a time'))
      return new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          waiting = null
        }
        const timer = setTimeout(() => {
          done()
          // Bytes that arrive now are ignored; half a frame of them must not swallow the next answer.
          splitter = createSplitter(rule)
          reject(new ReadProblem('no-answer'))
        }, options.answer_ms)
        waiting = {
          isAnswer,
          give(frame) {
            done()
            resolve(frame)
          },
          fail(problem) {
            done()
            reject(problem)
          },
        }
        socket.write(bytes)
      })
    },
    close() {
      options.signal?.removeEventListener('abort', stop)
      ended ??= new ReadProblem('closed')
      socket.destroy()
    },
  }
}
