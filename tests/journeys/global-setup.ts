import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wattyard/server-kit'
import { startServer } from '../support/running-server.ts'

const PAST_TIMEOUT_MS = 120_000

/** The demo's past has been told and its piles begin: what a newcomer finds after a few seconds. */
async function untilPastIsTold(url: string): Promise<void> {
  for (const until = Date.now() + PAST_TIMEOUT_MS; Date.now() < until; await sleep(200)) {
    const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, unknown> } // the product's own
    if (checks.demo === undefined) return
  }
  throw new Error('the past of the demo was not told in time')
}

/** One running product for all journeys: the demo profile with its past and a small, hurried fleet. */
export default async function setup(): Promise<() => Promise<void>> {
  const standInPort = await freePort()
  const server = await startServer({
    WATTYARD_DEMO_FLEET: '12',
    WATTYARD_DEMO_HISTORY: '1',
    // Journeys that fail on purpose come from addresses of their own, or all others would be asked for the picture.
    WATTYARD_TRUST_PROXY: '127.0.0.1',
    // A meter of a journey listens on this machine.
    WATTYARD_POINT_NETWORKS: '127.0.0.1/32',
    // A journey starts a stand-in of WeChat Pay there.
    WATTYARD_PAYMENT_ADDRESS: 'https://pay.example.com',
    WATTYARD_WECHAT_PAY_STAND_IN: `http://127.0.0.1:${standInPort}`,
  })
  await untilPastIsTold(server.url)
  process.env.WATTYARD_URL = server.url
  process.env.WATTYARD_STAND_IN_PORT = String(standInPort)
  process.env.WATTYARD_RUNNING_DATA = server.dataFolder
  return () => server.stop()
}
