import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { aPile, aStation } from '@wattyard/assets/testing'
import { createLiveBus, type Database, type LiveBus, type LiveEvent, newId } from '@wattyard/server-kit'
import { createGateway, type Gateway } from '../server/create-gateway.ts'
import { makeKey } from '../server/connection/station-key.ts'
import type { Settings } from '../server/limits.ts'
import type { FactConsumer, StartDecider } from '../server/ports.ts'
import { type ClientOptions, connectPile, type PileClient } from './pile-client.ts'
import { recordingConsumer } from './recording-consumer.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '@wattyard/testing'

/** Ports of gateway tests: below the ephemeral range, a block per worker. */
const FIRST_PORT = 26_000
const PORTS = 100

export interface TestPile {
  tenantId: string
  pileId: string
  stationId: string
  identity: string
  key: string
  authorization: string
}

export interface TestGateway {
  gateway: Gateway
  tenantId: string
  /** Bus of the gateway, for modules beside it. */
  bus: LiveBus
  live: LiveEvent[]
  /** Warnings of the gateway. */
  warnings: string[]
  port: number
  /** Adds a pile with a credential. */
  addPile(given?: Partial<TestPileRule>): Promise<TestPile>
  connect(pile: TestPile, protocol?: 'ocpp1.6' | 'ocpp2.0.1', options?: ClientOptions): Promise<PileClient>
  url(identity: string): string
  stop(): Promise<void>
}

interface TestPileRule {
  tenantId: string
  identity: string
  connectorCount: number
  connectorsPerEvse: number
  /** IANA zone of its station. */
  zone: string
  profile: 'plain' | 'tls'
  networks: string[]
  protocols: string[]
  enabled: boolean
}

export interface TestGatewayOptions {
  db: Database
  decider?: StartDecider
  consumer?: FactConsumer
  settings?: Partial<Settings>
  tenantId?: string
  /** TLS ends in the server. */
  tls?: boolean
}

/** Accepts every start. */
const acceptAll: StartDecider = {
  decide: async (_tx, requests) => requests.map(() => ({ verdict: 'accepted', expiresAt: null, parentTag: null })),
}

/** A started gateway behind a real HTTP server on a port of the test range. */
export async function testGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const { db } = options
  const tenantId = options.tenantId ?? newId()
  const bus = createLiveBus()
  const live: LiveEvent[] = []
  const warnings: string[] = []
  bus.subscribe(event => live.push(event))
  const gateway = createGateway({
    db,
    live: bus,
    log: { warn: (detail, message) => warnings.push(`${message} ${'err' in detail ? String(detail.err) : ''}`) },
    decider: options.decider ?? acceptAll,
    consumer: options.consumer ?? recordingConsumer(),
    settings: { consume: { every_ms: 10, facts: 5_000 }, flush_ms: 20, ...options.settings },
  })
  await gateway.start()
  const server = options.tls
    ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, minVersion: 'TLSv1.2' })
    : createServer()
  server.on('upgrade', (request, socket, head) => gateway.handleUpgrade(request, socket, head))
  const port = await listen(server)
  const url = (identity: string) =>
    `${options.tls ? 'wss' : 'ws'}://127.0.0.1:${port}/ocpp/${encodeURIComponent(identity)}`
  return {
    gateway,
    tenantId,
    bus,
    live,
    warnings,
    port,
    url,
    addPile: given => addTestPile(db, { tenantId, ...given }),
    connect: (pile, protocol = 'ocpp1.6', client = {}) =>
      connectPile(url(pile.identity), protocol, pile.authorization, client),
    async stop() {
      await gateway.stop()
      await new Promise(done => server.close(done))
    },
  }
}

/** Makes a pile with a credential, at a new station. */
export async function addTestPile(
  db: Database,
  given: Partial<TestPileRule> & { tenantId: string },
): Promise<TestPile> {
  const { tenantId } = given
  const made = await db.platform(async tx => {
    const station = await aStation(tx, { tenantId, ...(given.zone ? { zone: given.zone } : {}) })
    return aPile(tx, station, {
      ...(given.identity ? { identity: given.identity } : {}),
      ...(given.connectorCount ? { connectorCount: given.connectorCount } : {}),
      ...(given.connectorsPerEvse ? { connectorsPerEvse: given.connectorsPerEvse } : {}),
    })
  })
  const info = { tenantId, pileId: made.id, stationId: made.stationId }
  const { identity } = made
  const { key, hash } = makeKey()
  await db.platform(tx =>
    tx.execute(
      `insert into gateway_credential (tenant_id, id, pile_id, key_hash, profile, networks, protocols, enabled)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        tenantId,
        newId(),
        info.pileId,
        hash,
        given.profile ?? 'plain',
        given.networks ?? [],
        given.protocols ?? [],
        given.enabled ?? true,
      ],
    ),
  )
  const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`
  return { ...info, identity, key, authorization }
}

/** The next free port of this worker's part of the range. */
async function listen(server: Server): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? process.env.VITEST_WORKER_ID ?? 1)
  for (let step = 0; step < PORTS; step++) {
    const port = FIRST_PORT + ((worker * 37 + step) % PORTS)
    const free = await new Promise<boolean>(done => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    server.removeAllListeners('error')
    if (free) return port
  }
  throw new Error('no free port in the test range')
}
