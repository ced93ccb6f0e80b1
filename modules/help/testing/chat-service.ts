import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] }
}

/** Answer to one call. */
export type Behaviour = (response: ServerResponse) => void

/** One chunk of an answer as streamed by the chat completions protocol. */
export const piece = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`

const EVENTS = { 'content-type': 'text/event-stream' }

/** Streams texts and ends as the protocol ends. */
export const saying =
  (...texts: string[]): Behaviour =>
  response => {
    response.writeHead(200, EVENTS)
    for (const text of texts) response.write(piece(text))
    response.end('data: [DONE]\n\n')
  }

/** A local service with the streaming chat completions protocol, which can be made to misbehave. */
export class ChatService {
  readonly asked: Asked[] = []
  /** Calls that the caller aborted. */
  cut = 0
  /** Calls whose connections have not ended: a caller that has its answer may still be about to cut. */
  open = 0
  behaviour: Behaviour = saying('ok')
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const body = JSON.parse(text) as Asked['body'] // what our own client sent
        this.asked.push({ path: request.url ?? '', headers: request.headers, body })
        this.behaviour(response)
      })
      this.open += 1
      response.on('close', () => {
        this.open -= 1
        if (!response.writableFinished) this.cut += 1
      })
    })
  }

  /** @returns `127.0.0.1:port` */
  async listen(): Promise<string> {
    await new Promise<void>(done => this.#server.listen(0, '127.0.0.1', done))
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}` // it listens on a port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }
}
