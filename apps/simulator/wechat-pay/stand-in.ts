import { createServer, type RequestListener, type Server } from 'node:http'
import { createAdmission } from './admission.ts'
import { answerCall, endLater } from './answer-call.ts'
import { createApi } from './api-server.ts'
import { createBills } from './bills.ts'
import { type Book, openBook } from './book.ts'
import { createControlDoor } from './control-door.ts'
import type { Desk } from './desk.ts'
import { createFaults, type FaultPlan, NO_FAULTS } from './faults.ts'
import { type MerchantText, registerMerchant } from './merchants.ts'
import { createNotices } from './notices.ts'
import { createPacedClock, type PacedClock } from './paced-clock.ts'
import { createPlatformKeys, type KeptKeys, makePlatformKeys, type PlatformKeys } from './platform-keys.ts'
import type { ChannelRefusal } from './refusals.ts'
import { createSender } from './send-notice.ts'

export interface StandInOptions {
  merchants: readonly MerchantText[]
  /** Made anew without them. */
  keys?: KeptKeys
  /** Called with the keys when the control door has changed them. */
  keepKeys?: (keys: KeptKeys) => void
  /** Port of the API (0: any free one). */
  port?: number
  /** Port of the control door (0: any free one); without it there is none. */
  controlPort?: number
  clock?: PacedClock
  faults?: FaultPlan
  /** See `createSender`. */
  routes?: Readonly<Record<string, string>>
  /** File in which everything is kept; without it a restart begins anew. */
  file?: string
  /** Called with what nobody expected. */
  onError?: (error: unknown) => void
}

export interface StandIn {
  /** Address of the API, such as `http://127.0.0.1:9100`. */
  readonly url: string
  /** Address of the control door; null without one. */
  readonly controlUrl: string | null
  readonly keys: PlatformKeys
  readonly book: Book
  readonly clock: PacedClock
  /** The rules' own table, for callers in the same process who act as a payer. */
  readonly desk: Desk
  stop(): Promise<void>
}

const HOST = '127.0.0.1'

/** Starts a stand-in of WeChat Pay on this machine. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const clock = options.clock ?? createPacedClock()
  const merchants = new Map(options.merchants.map(one => [one.mchid, registerMerchant(one)]))
  const keys = createPlatformKeys(options.keys ?? makePlatformKeys(clock.now()))
  const book = openBook(options.file)
  let faults = createFaults(options.faults ?? NO_FAULTS)
  const ordered = new Map<string, ChannelRefusal[]>()

  const known = { book, clock, merchants }
  const notices = createNotices({ desk: known, keys, faults: () => faults, send: createSender(options.routes ?? {}) })
  const desk: Desk = { ...known, notify: notices.notify }
  let url = ''
  const bills = createBills(desk, () => url)
  const api = createApi({
    admission: createAdmission(merchants),
    bills,
    clock,
    keys,
    faults: () => faults,
    ordered: call => ordered.get(call)?.shift() ?? null,
    answer: (merchant, call) => answerCall({ desk, bills, keys }, merchant, call),
  })
  const door = createControlDoor({
    desk,
    keys,
    rotate: () => {
      const serial = keys.rotate(clock.now())
      options.keepKeys?.(keys.keep())
      return serial
    },
    setFaults: plan => {
      faults = createFaults(plan)
    },
    order: (call, failures) => ordered.set(call, failures),
  })

  const servers: Server[] = []
  const listen = async (handle: typeof api, port: number): Promise<string> => {
    const listener: RequestListener = (request, response) => {
      handle(request, response).catch((error: unknown) => {
        response.destroy()
        options.onError?.(error)
      })
    }
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, HOST, resolve)
    })
    const address = server.address()
    return `http://${HOST}:${typeof address === 'object' && address !== null ? address.port : port}`
  }
  url = await listen(api, options.port ?? 0)
  const controlUrl = options.controlPort === undefined ? null : await listen(door, options.controlPort)
  notices.resume()
  for (const refund of book.refunds())
    if (refund.state === 'PROCESSING') endLater(desk, refund.mchid, refund.out_refund_no)

  return {
    url,
    controlUrl,
    keys,
    book,
    clock,
    desk,
    stop: async () => {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
      await clock.stop()
    },
  }
}

// What those need who start a stand-in in their own process.
export { createPacedClock, type PacedClock } from './paced-clock.ts'
export { type FaultPlan } from './faults.ts'
export { type MerchantText } from './merchants.ts'
export { type KeptKeys, makePlatformKeys, makePrivateKey, publicPemOf } from './platform-keys.ts'
