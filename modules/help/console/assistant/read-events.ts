import type { AssistantEvent } from '../../contract/assistant.ts'

/** Reads the events of the assistant's stream, in order. Other lines are skipped; the server sends none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AssistantEvent> {
  // the types of browsers and Node differ on buffers
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts)
      if (part.startsWith('data: ')) yield JSON.parse(part.slice('data: '.length)) as AssistantEvent // sent by our own server
  }
}
