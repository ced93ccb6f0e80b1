import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPacedClock, type PacedClock, makePrivateKey, publicPemOf } from '@wattyard/app-simulator/wechat-pay'
import { openWorld, type World as Wechat } from '@wattyard/app-simulator/wechat-pay/testing'
import { aMerchant, APPID, KEYS, NOTIFY_ORIGIN } from '@wattyard/app-simulator/wechat-pay/testing/merchant'
import { seededRandom, type Random } from '@wattyard/charging/testing'
import { companiesModule } from '@wattyard/companies/server'
import { aCompany } from '@wattyard/companies/testing'
import { createTenant } from '@wattyard/identity/server'
import { ledgerModule } from '@wattyard/ledger/server'
import { followMemberReversals, MEMBER_CHECKS, membersModule } from '@wattyard/members/server'
import { quietMembersPorts } from '@wattyard/members/testing'
import {
  companiesWithDocuments,
  DOCUMENT_CHECKS,
  followPayablesReversals,
  payablesModule,
} from '@wattyard/payables/server'
import {
  createChannelDoors,
  followPaymentReversals,
  LOT_CHECKS,
  paymentsForMembers,
  paymentsModule,
} from '@wattyard/payments/server'
import { aChannel, aPayingMember, paymentsWorld } from '@wattyard/payments/testing'
import { platformModule } from '@wattyard/platform/server'
import {
  channelsWithFiles,
  followCompanyPayments,
  followReversals,
  reconciliationModule,
} from '@wattyard/reconciliation/server'
import { type Caller, type Database, databaseOn, internetReach, type Job, newId, type Pool } from '@wattyard/server-kit'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { businessDayOf } from '@wattyard/time'
import { type FaultyPool, faultyPool } from '../faulty-pool.ts'

export const ZONE = 'Asia/Shanghai'
const MEMBERS = 4
const SERIAL = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C'
const PRIVATE_KEY = makePrivateKey()
/** Longer than anything waits for the one connection. */
const TURN_WAIT_MS = 20_000

export const CHECKS = [...LOT_CHECKS, ...MEMBER_CHECKS, ...DOCUMENT_CHECKS]
const MCHID = '1900009191'

/** A stand-in of WeChat Pay, and where its notifications arrive: at the process that runs. */
export interface Surroundings {
  readonly base: Pool
  readonly wechat: Wechat
  readonly clock: PacedClock
  /** Where notifications go; null while nothing runs. */
  process: Process | null
  close(): Promise<void>
}

/** Everything that a server process holds in memory, made anew on the same database. */
export interface Process {
  readonly pool: FaultyPool
  readonly db: Database
  readonly server: TestServer
  readonly jobs: ReadonlyMap<string, Job>
}

export interface SimMember {
  readonly id: string
  /** Paid in before the run by no channel that is compared. */
  readonly before: bigint
}

/** A movement of the bank account, as the bank knows it. */
export interface BankEntry {
  readonly amount: bigint
  readonly reference: string
  readonly text: string
}

export interface MoneyWorld {
  readonly seed: number
  readonly random: Random
  readonly around: Surroundings
  readonly base: Database
  readonly tenantId: string
  readonly ann: Caller
  readonly bob: Caller
  readonly members: readonly SimMember[]
  readonly company: string
  readonly bank: string
  readonly wechat: string
  /** What the bank will say of this account. */
  readonly bankEntries: BankEntry[]
  /** Requests that were answered with yes: what they asked for happened, once. */
  readonly done: { readonly what: string; readonly id: string }[]
  readonly story: string[]
  readonly strays: string[]
  /** Times that a process died. */
  lives: number
}

async function openSurroundings(base: Pool): Promise<Surroundings> {
  // People's commands are dated by the machine's clock, so the channel's begins there too.
  const clock = createPacedClock({ stoppedAt: Math.floor(Date.now() / 1_000) * 1_000 })
  const around = { process: null as Process | null }
  const front = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { process } = around
      if (process === null) return void response.destroy()
      void process.server.app.fastify
        .inject({
          method: 'POST',
          url: request.url ?? '',
          headers: request.headers as Record<string, string>,
          payload: Buffer.concat(pieces),
        })
        // A process that died answers nobody.
        .then(answer =>
          process.pool.isDead ? response.destroy() : response.writeHead(answer.statusCode).end(answer.rawPayload),
        )
        .catch(() => response.destroy())
    })
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo
  const certificates = [{ serial: SERIAL, publicKey: publicPemOf(PRIVATE_KEY) }]
  const wechat = await openWorld({
    keys: KEYS,
    merchants: [{ ...aMerchant(MCHID, 'publicKey'), certificates }],
    clock,
    routes: { [NOTIFY_ORIGIN]: `http://127.0.0.1:${port}` },
  })
  return Object.assign(around, {
    base,
    wechat,
    clock,
    async close() {
      await wechat.stop()
      front.closeAllConnections()
      front.close()
      await around.process?.server.close().catch(() => {})
    },
  })
}

async function startProcess(
  around: Surroundings,
  { strays, died }: { strays: string[]; died: () => void },
): Promise<Process> {
  const { base, clock, wechat } = around
  const pool = faultyPool(base, { crashed: died, strays })
  const db = databaseOn(pool, { wait_ms: TURN_WAIT_MS })
  const { url } = wechat.standIn
  const places = { wechatPay: url, reach: internetReach([new URL(url).host]), ownOrigin: NOTIFY_ORIGIN }
  const channels = paymentsWorld(db, { clock, places, channelsInUse: channelsWithFiles })
  const dayOf = async (_tx: unknown, _tenant: string, at: number) => businessDayOf(at, ZONE)
  const modules = [
    platformModule,
    ledgerModule({
      dayOf,
      followers: [followMemberReversals, followPaymentReversals, followPayablesReversals, followReversals],
      checks: CHECKS,
    }),
    companiesModule({ companiesInUse: companiesWithDocuments, now: () => clock.now() }),
    membersModule(quietMembersPorts(paymentsForMembers)),
    paymentsModule(channels),
    payablesModule({ clock, follower: followCompanyPayments }),
    reconciliationModule({ clock, dayOf, doors: createChannelDoors(channels) }),
  ]
  const server = await testServer({ modules, db })
  const jobs = new Map(modules.flatMap(one => one.jobs ?? []).map(job => [job.name, job]))
  return { pool, db, server, jobs }
}

/** Returns the process that runs; one is started where the last died. */
export async function running(world: MoneyWorld): Promise<Process> {
  const { around, strays, story } = world
  const { process } = around
  if (process !== null && !process.pool.isDead) return process
  if (process !== null) {
    story.push(...process.pool.struck)
    world.lives += 1
    around.process = null
    await process.server.close().catch(() => {})
  }
  around.process = await startProcess(around, { strays, died: () => {} })
  return around.process
}

/** A tenant of its own for the run: members with and without money, a company, a bank account and a channel with keys. */
export async function makeMoneyWorld(pool: Pool, seed: number): Promise<MoneyWorld> {
  const around = await openSurroundings(pool)
  const base = databaseOn(around.base, { wait_ms: TURN_WAIT_MS })
  const { tenantId } = await base.platform(tx =>
    createTenant(tx, { code: `m${newId().slice(-10)}`, name: `Money ${seed}`, profile: 'demo' }),
  )
  const random = seededRandom(seed)
  const made = await base.tenant(tenantId, async tx => {
    const members: SimMember[] = []
    for (let i = 0; i < MEMBERS; i++) {
      const before = BigInt(random.pick([0, 0, 5_000, 20_000]))
      members.push({ id: (await aPayingMember(tx, tenantId, { principal: before })).memberId, before })
    }
    const company = await aCompany(tx, tenantId, { name: `深圳青禾第${seed}电气设备有限公司` })
    return { members, company, bank: await aChannel(tx, tenantId, 'bank', '对公账户') }
  })
  const world: MoneyWorld = {
    ...made,
    seed,
    random,
    around,
    base,
    tenantId,
    ann: callerWith({ tenantId, displayName: 'Ann' }),
    bob: callerWith({ tenantId, displayName: 'Bob' }),
    wechat: '',
    bankEntries: [],
    done: [],
    story: [],
    strays: [],
    lives: 0,
  }
  return { ...world, wechat: await connect(world) }
}

/** Makes the channel, enters its keys and opens it, as people do, while nothing fails. */
async function connect(world: MoneyWorld): Promise<string> {
  const { server } = await running(world)
  const call = async (path: string, input: Record<string, unknown>) => {
    const answer = await server.call(path, input, { as: world.ann, key: newId() })
    if (!answer.success) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const named = { code: 'WX', name: '微信支付', kind: 'wechat', merchantNo: MCHID, appNo: APPID }
  const { id } = await call('/api/payments/channel/save', named)
  const { id: publicKeyId, pem: publicKey } = world.around.wechat.standIn.keys.publicKey()
  const privateKey = PRIVATE_KEY.replaceAll('\n', ' ')
  await call('/api/payments/channel/connect', {
    id,
    serial: SERIAL,
    privateKey,
    apiV3Key: aMerchant(MCHID).apiV3Key,
    publicKeyId,
    publicKey,
  })
  await call('/api/payments/channel/open', { id })
  return id
}
