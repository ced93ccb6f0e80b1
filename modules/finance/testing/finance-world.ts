import {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  wait,
  type WorldWishes,
} from '@wattyard/charging/testing'
import { recordVerification, verifyLedger } from '@wattyard/ledger/server'
import { platformModule } from '@wattyard/platform/server'
import { type Caller, newId } from '@wattyard/server-kit'
import { type Answer, type TestServer, testServer } from '@wattyard/testing'
import { DAY_MS } from '@wattyard/time'
import { type DaySigner, daySigner, financeModule, newSigningKey, sealDays } from '../server/index.ts'

/** The real charging modules with finance, over one database; each test makes its own tenant. */
export interface FinanceServer {
  charging: ChargingServer
  finance: TestServer
  signer: DaySigner
  world(wishes?: WorldWishes): Promise<FinanceWorld>
  close(): Promise<void>
}

/** A tenant that charges and closes its days. */
export interface FinanceWorld extends ChargingWorld {
  signer: DaySigner
  /** Calls finance; the caller and a fresh key are filled in. */
  ask(
    path: string,
    input?: Record<string, unknown>,
    options?: { as?: Caller; key?: string; language?: string },
  ): Promise<Answer>
  /** A whole session of half an hour and so much energy (1e-4 kWh), settled; gives the order's id. */
  charge(energy?: bigint): Promise<string>
  /** The ledger's verifier looks at everything, as its job does every hour. */
  verifyLedgerNow(): Promise<void>
  /** Sets the clock to the same time on the next day. */
  nextDay(): void
  /** Seals the closed days; returns how many. */
  seal(): Promise<number>
}

export async function financeServer(): Promise<FinanceServer> {
  const charging = await chargingServer()
  const { clock } = charging
  const { db } = charging.server
  const signer = daySigner(newSigningKey())
  const finance = await testServer({ db, modules: [platformModule, financeModule({ signer, clock })] })
  const sealing = { signer, clock, live: null, outside: null, consumer: 'charging' }

  async function world(wishes?: WorldWishes): Promise<FinanceWorld> {
    const made = await charging.world(wishes)
    const { tenantId } = made
    // One meter for all sessions: it counts on.
    let register = 1_000_000n
    return {
      ...made,
      signer,
      ask: (path, input = {}, { as = made.as, key = newId(), language } = {}) =>
        finance.call(path, input, { as, key, ...(language ? { language } : {}) }),
      async charge(energy = 100_000n) {
        const session = made.session({ meterStart: register })
        register += energy
        await made.tell(session.started())
        wait(made, 15)
        await made.tell(session.read(energy / 2n))
        wait(made, 15)
        await made.tell(session.stopped(energy))
        return session.id
      },
      async verifyLedgerNow() {
        const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: clock.now() }), {
          readOnly: true,
          snapshot: true,
        })
        await db.tenant(tenantId, tx => recordVerification(tx, tenantId, report))
      },
      nextDay: () => clock.advance(DAY_MS),
      seal: () => sealDays(db, sealing, tenantId),
    }
  }

  return {
    charging,
    finance,
    signer,
    world,
    async close() {
      await finance.close()
      await charging.close()
    },
  }
}

/** Closes a day through the API and makes its proof; everything the gate wants is done first. */
export async function onceSealed(world: FinanceWorld, day: string, carry: readonly string[] = []): Promise<Answer> {
  await world.verifyLedgerNow()
  const answer = await world.ask('/api/finance/dayClose/close', { day, carry: [...carry] })
  await world.seal()
  return answer
}
