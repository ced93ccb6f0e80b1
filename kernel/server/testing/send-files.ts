import { createHash } from 'node:crypto'
import type { Answer } from '@wattyard/testing'
import type { Caller } from '../caller.ts'
import type { Things } from './things.ts'

export interface Sent {
  field: string
  name: string
  content: Buffer
  resource?: string
  /** Announced size, where it is not that of the content. */
  bytes?: number
}

/** Sends files to fields of things, as a browser does. */
export function sendTo({ server, as: usual }: Things) {
  const begin = ({ content, resource = 'probe.thing', bytes, ...rest }: Sent, as: Caller = usual): Promise<Answer> => {
    const mark = createHash('sha256').update(content).digest('hex')
    return server.call('/api/file/begin', { resource, bytes: bytes ?? content.length, mark, ...rest }, { as })
  }
  const chunk = (id: string, at: number, bytes: Buffer, as: Caller = usual): Promise<Answer> =>
    server.call('/api/file/chunk', { id, chunk: at }, { as, bytes })
  const finish = (id: string, as: Caller = usual): Promise<Answer> => server.call('/api/file/finish', { id }, { as })
  return {
    begin,
    chunk,
    finish,
    discard: (id: string, as: Caller = usual): Promise<Answer> => server.call('/api/file/discard', { id }, { as }),
    /** The whole way; the answer of the first call that was refused, else of the last. */
    async whole(sent: Sent, as: Caller = usual): Promise<Answer> {
      const begun = await begin(sent, as)
      if (!begun.success) return begun
      const { id, chunkBytes } = begun.data
      for (let at = 0; at * chunkBytes < sent.content.length; at++) {
        const answer = await chunk(id, at, sent.content.subarray(at * chunkBytes, (at + 1) * chunkBytes), as)
        if (!answer.success) return answer
      }
      return finish(id, as)
    },
  }
}
export type Sending = ReturnType<typeof sendTo>
