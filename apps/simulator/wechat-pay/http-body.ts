import type { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES } from '@wattyard/pay-frame'

/** Reads the body of a request; null when it is longer than any message of the protocol. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    const bytes = piece as Buffer // no encoding is set
    length += bytes.length
    if (length <= MAX_BODY_BYTES) pieces.push(bytes)
  }
  return length > MAX_BODY_BYTES ? null : Buffer.concat(pieces)
}
