import type { AssistantEvent } from '../../contract/assistant.ts'

/** Events of the assistant's stream, in order. What is no event of ours is passed over; the server makes none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AssistantEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader() // the types of browsers and Node differ on buffers
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts)
      if (part.startsWith('data: ')) yield JSON.parse(part.slice('data: '.length)) as AssistantEvent // our own server's
  }
}
