import { connect, type Socket } from 'node:net'

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10
const MASKED = 128
const MAX_HANDSHAKE_BYTES = 16_384
const HANDSHAKE_END = Buffer.from('\r\n\r\n')

export interface WireHandlers {
  onOpen(): void
  /**
   * Called with a complete text frame: `length` bytes of `data` from `start`. The buffer belongs to the socket; copy what is
   * kept.
   */
  onText(data: Buffer, start: number, length: number): void
  /** Called once, for any reason; `status` is the HTTP status of a refused handshake. */
  onClose(status: number | null): void
}

export interface WireTarget {
  host: string
  port: number
  /** `/ocpp/<identity>`, encoded. */
  path: string
  subprotocol: string
  authorization: string
}

/**
 * Minimal WebSocket client for a load generator (RFC 6455): text frames in both directions, answers to pings, no fragmentation.
 * It masks with the key zero, which is valid and leaves the text unchanged, so that a message costs one copy and one system call.
 * Piles in the demo and in tests use a full client; this one only minimises its own load.
 */
export class WireSocket {
  readonly #socket: Socket
  readonly #handlers: WireHandlers
  #open = false
  #closed = false
  #status: number | null = null
  #rest: Buffer | null = null

  constructor(target: WireTarget, handlers: WireHandlers) {
    this.#handlers = handlers
    this.#socket = connect({ host: target.host, port: target.port, noDelay: true })
    this.#socket.on('connect', () => this.#socket.write(handshake(target)))
    this.#socket.on('data', chunk => this.#receive(chunk))
    this.#socket.on('error', () => undefined) // every error is followed by close
    this.#socket.on('close', () => this.#end())
  }

  get isOpen(): boolean {
    return this.#open && !this.#closed
  }

  /**
   * Sends a text frame.
   * @param text Latin-1 only: the frames of the load are ASCII
   */
  send(text: string): void {
    this.#frame(TEXT, Buffer.from(text, 'latin1'))
  }

  /** Cuts the connection as a crash does: the server sees a reset or an end. */
  destroy(): void {
    this.#socket.destroy()
  }

  /** Simulates a dead peer: the connection stays open, but nothing is read or answered. */
  freeze(): void {
    this.#socket.pause()
  }

  /** Reads again; a close by the server in the meantime is then reported. */
  thaw(): void {
    this.#socket.resume()
  }

  #frame(opcode: number, payload: Buffer): void {
    const length = payload.length
    const header = length < 126 ? 6 : 8
    const frame = Buffer.allocUnsafe(header + length)
    frame[0] = 128 | opcode
    if (length < 126) frame[1] = MASKED | length
    else {
      frame[1] = MASKED | 126
      frame.writeUInt16BE(length, 2)
    }
    frame.fill(0, header - 4, header)
    payload.copy(frame, header)
    this.#socket.write(frame)
  }

  #receive(chunk: Buffer): void {
    let data = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = null
    if (!this.#open) {
      const end = data.indexOf(HANDSHAKE_END)
      if (end < 0) {
        if (data.length > MAX_HANDSHAKE_BYTES) this.#socket.destroy()
        this.#rest = data
        return
      }
      const status = Number(data.toString('latin1', 9, 12))
      if (status !== 101) {
        this.#status = status
        this.#socket.destroy()
        return
      }
      this.#open = true
      data = data.subarray(end + HANDSHAKE_END.length)
      this.#handlers.onOpen()
    }
    this.#frames(data)
  }

  #frames(data: Buffer): void {
    let at = 0
    while (data.length - at >= 2) {
      const opcode = (data[at] ?? 0) & 15
      let length = data[at + 1] ?? 0
      let start = at + 2
      if (length === 126) {
        if (data.length - at < 4) break
        length = data.readUInt16BE(at + 2)
        start = at + 4
      } else if (length > 126) {
        // Masked or over 64 KiB: not an answer of an OCPP server.
        this.#socket.destroy()
        return
      }
      if (data.length - start < length) break
      at = start + length
      if (opcode === TEXT) this.#handlers.onText(data, start, length)
      else if (opcode === PING) this.#frame(PONG, data.subarray(start, start + length))
      else if (opcode === CLOSE) {
        this.#frame(CLOSE, data.subarray(start, start + length))
        this.#socket.end()
      }
    }
    if (at < data.length) this.#rest = data.subarray(at)
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#handlers.onClose(this.#status)
  }
}

function handshake(target: WireTarget): string {
  return [
    `GET ${target.path} HTTP/1.1`,
    `Host: ${target.host}:${target.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: d2F0dHlhcmQtbG9hZC1ydQ==',
    `Sec-WebSocket-Protocol: ${target.subprotocol}`,
    `Authorization: ${target.authorization}`,
    '\r\n',
  ].join('\r\n')
}
