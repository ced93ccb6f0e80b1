import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface Broker {
  /** Where clients find it. */
  url: string
  close(): Promise<void>
}

/**
 * Returns a broker in this process, on loopback only and forgotten with it: enough to try devices and pages without a
 * second program.
 */
export async function startBroker(): Promise<Broker> {
  // Loaded when somebody opens the page, so that no other start pays for it.
  const { Aedes } = await import('aedes')
  const aedes = await Aedes.createBroker()
  const server = createServer(socket => aedes.handle(socket))
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `mqtt://127.0.0.1:${port}`,
    close: () =>
      new Promise(done => {
        aedes.close(() => server.close(() => done()))
      }),
  }
}
