import { createServer } from 'node:net'

const TRIES = 50

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise(done => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, host, () => server.close(() => done(true)))
  })
}

/**
 * The port that was asked for, or the first free one from the usual one on.
 *
 * @throws Error when the one asked for is taken
 */
export async function choosePort(asked: string | undefined, usual: number, host: string): Promise<number> {
  if (asked !== undefined) {
    if (await isFree(Number(asked), host)) return Number(asked)
    throw new Error(`port ${asked} is taken; choose another, or none`)
  }
  for (let port = usual; port < usual + TRIES; port++) if (await isFree(port, host)) return port
  throw new Error(`none of the ports ${usual} to ${usual + TRIES - 1} is free`)
}
