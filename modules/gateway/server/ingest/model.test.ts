import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PileClient, recordedFacts, testGateway, type TestGateway, type TestPile } from '../../testing/index.ts'

/**
 * Random lives of piles against a model: sessions of several piles and connectors, every message said again at random,
 * lines cut, the gateway stopped and started. However it went, each session of the model is exactly one session here,
 * and no two share one.
 */

const RUNS = 12

interface ModelSession {
  pile: number
  connector: number
  startedAt: number
  transactionId?: number
  stopped: boolean
}

type Step =
  | { kind: 'start'; pile: number; connector: number }
  | { kind: 'read' | 'stop' | 'repeat-start' | 'repeat-stop'; pick: number }
  | { kind: 'cut'; pile: number }
  | { kind: 'restart' }

const PILES = 3
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('start' as const),
      pile: fc.nat(PILES - 1),
      connector: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('read' as const, 'stop' as const, 'repeat-start' as const, 'repeat-stop' as const),
      pick: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), pile: fc.nat(PILES - 1) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
)

let db: Database
let run = 0

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.close())

/** Every message of the model is one that must be answered with a result. */
function accepted(answer: unknown[]): void {
  if (answer[0] !== 3) throw new Error(`not accepted: ${JSON.stringify(answer)}`)
}

class World {
  bed!: TestGateway
  readonly piles: TestPile[] = []
  readonly clients = new Map<number, PileClient>()
  readonly sessions: ModelSession[] = []
  readonly #stream = `model-${++run}`
  #clock = Date.now() - 3_600_000

  async open(): Promise<void> {
    this.bed = await testGateway({ db, settings: { stream: this.#stream, batch: { wait_ms: 2, frames: 50 } } })
    while (this.piles.length < PILES) this.piles.push(await this.bed.addPile())
  }

  async client(pile: number): Promise<PileClient> {
    const known = this.clients.get(pile)
    if (known !== undefined && known.socket.readyState === known.socket.OPEN) return known
    const rule = this.piles[pile]
    if (rule === undefined) throw new Error('no such pile')
    const fresh = await this.bed.connect(rule)
    this.clients.set(pile, fresh)
    return fresh
  }

  async take(given: Step): Promise<void> {
    switch (given.kind) {
      case 'start': {
        const session: ModelSession = {
          pile: given.pile,
          connector: given.connector,
          startedAt: (this.#clock += 1_000),
          stopped: false,
        }
        this.sessions.push(session)
        session.transactionId = await this.start(session)
        return
      }
      case 'restart':
        for (const client of this.clients.values()) await client.close()
        this.clients.clear()
        await this.bed.stop()
        return this.open()
      case 'cut':
        this.clients.get(given.pile)?.socket.terminate()
        this.clients.delete(given.pile)
        // The gateway may take the line for living for a moment; the next connection then replaces it by the rule.
        return new Promise(done => setTimeout(done, 5))
      default: {
        const session = this.sessions[given.pick % Math.max(1, this.sessions.length)]
        if (session !== undefined) await this.speak(given.kind, session)
      }
    }
  }

  private async speak(kind: 'read' | 'stop' | 'repeat-start' | 'repeat-stop', session: ModelSession): Promise<void> {
    const client = await this.client(session.pile)
    const { transactionId, connector, startedAt } = session
    const timestamp = (offset_ms: number) => new Date(startedAt + offset_ms).toISOString()
    if (kind === 'repeat-start') {
      if ((await this.start(session)) !== transactionId) throw new Error('a replayed start got another id')
    } else if (kind === 'read') {
      const meterValue = [{ timestamp: timestamp(100), sampledValue: [{ value: '20' }] }]
      accepted(await client.call('MeterValues', { connectorId: connector, transactionId, meterValue }))
    } else if (kind === 'stop' || session.stopped) {
      accepted(await client.call('StopTransaction', { transactionId, meterStop: 30, timestamp: timestamp(200) }))
      session.stopped = true
    }
  }

  private async start({ pile, connector, startedAt }: ModelSession): Promise<number> {
    const client = await this.client(pile)
    const timestamp = new Date(startedAt).toISOString()
    const answer = await client.call('StartTransaction', {
      connectorId: connector,
      idTag: 'T',
      meterStart: 10,
      timestamp,
    })
    accepted(answer)
    return (answer[2] as { transactionId: number }).transactionId
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await client.close()
    await this.bed.gateway.settled()
    await this.bed.stop()
  }
}

test(`${RUNS} random lives: one session each, whatever was repeated, cut and restarted`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const world = new World()
      await world.open()
      for (const one of steps) await world.take(one)
      await world.close()
      const ids = new Set(world.piles.map(pile => pile.pileId))
      const facts = (await recordedFacts(db)).filter(fact => ids.has(fact.pileId))
      const made = facts.filter(fact => fact.kind === 'session-started')
      // One session of ours for each of the model's, told apart by what they are.
      const keys = new Map(
        made.map(fact => [`${fact.pileId} ${String(fact.connector)} ${String(fact.deviceAt)}`, fact.sessionId]),
      )
      expect(keys.size).toBe(world.sessions.length)
      expect(new Set(keys.values()).size).toBe(world.sessions.length)
      expect(new Set(made.map(fact => fact.sessionId)).size).toBe(world.sessions.length)
      // Every fact belongs to a session of its own pile, and every frame was handed over once.
      const owner = new Map(made.map(fact => [fact.sessionId, fact.pileId]))
      expect(facts.filter(fact => owner.get(fact.sessionId) !== fact.pileId)).toEqual([])
      expect(new Set(facts.map(fact => fact.frame)).size).toBe(facts.length)
      const stopped = new Set(facts.filter(fact => fact.kind === 'session-stopped').map(fact => fact.sessionId))
      expect(stopped.size).toBe(world.sessions.filter(session => session.stopped).length)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 120_000)
