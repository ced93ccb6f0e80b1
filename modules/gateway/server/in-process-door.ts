import { Agent, createServer } from 'node:http'
import { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Gateway } from './create-gateway.ts'

/** One connection between a pile and the gateway: no TCP, otherwise everything real (HTTP upgrade, keys, frames). */
export interface Line {
  socket: WebSocket
  /** Breaks the connection; both sides notice. */
  cut(): void
  /** Drops everything in both directions without either side noticing, like a router that forgot the connection. */
  freeze(): void
  readonly frozen: boolean
}

export interface InProcessDoor {
  /** Null when the handshake was refused or the line broke before it was done. */
  connect(given: { identity: string; authorization: string; protocol: string; ip?: string }): Promise<Line | null>
  /** Simulates the death of the process: every connection breaks, and what it still writes is lost. */
  die(): void
}

class End extends Duplex {
  other: End | null = null
  frozen = false
  /** Where the gateway takes the caller's address from. */
  remoteAddress = ''

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.frozen && this.other !== null && !this.other.destroyed) this.other.push(chunk)
    done()
  }

  override _final(done: () => void): void {
    if (!this.frozen && this.other !== null && !this.other.destroyed) this.other.push(null)
    done()
  }
}

/**
 * Returns the gateway's real front door on lines inside this process. Runs on them are repeatable: nothing waits for a
 * network, so the order of everything depends on the caller alone.
 */
export function inProcessDoor(gateway: Pick<Gateway, 'handleUpgrade'>): InProcessDoor {
  const server = createServer((_request, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket, head) => gateway.handleUpgrade(request, socket, head))
  const ends = new Set<End>()
  let dead = false

  function open(ip: string): { near: End; far: End } {
    const [near, far] = [new End(), new End()]
    near.other = far
    far.other = near
    far.remoteAddress = ip
    for (const end of [near, far]) {
      end.on('error', () => {})
      ends.add(end)
      end.on('close', () => ends.delete(end))
    }
    return { near, far }
  }

  return {
    connect({ identity, authorization, protocol, ip = '127.0.0.1' }) {
      if (dead) return Promise.resolve(null)
      const { near, far } = open(ip)
      const agent = new Agent()
      // Node's way to supply a connection of one's own; its type knows only sockets.
      agent.createConnection = () => near as never
      server.emit('connection', far)
      const socket = new WebSocket(`ws://in-process/ocpp/${encodeURIComponent(identity)}`, [protocol], {
        headers: { authorization },
        agent,
      })
      const cut = () => {
        near.destroy()
        far.destroy()
      }
      const freeze = () => {
        near.frozen = true
        far.frozen = true
      }
      return new Promise(done => {
        socket.once('open', () =>
          done({
            socket,
            cut,
            freeze,
            get frozen() {
              return near.frozen
            },
          }),
        )
        socket.on('error', () => done(null))
        socket.once('close', () => done(null))
      })
    },
    die() {
      dead = true
      for (const end of ends) end.frozen = true
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
