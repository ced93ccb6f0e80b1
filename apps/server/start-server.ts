import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { stationsInReach } from '@wattyard/assets/server'
import { compareEnds, outsideRoots } from '@wattyard/finance/server'
import type { Installation } from '@wattyard/identity/server'
import { markLostKeys } from '@wattyard/payments/server'
import { createApp, liveRoute, loadWords, mount, permissionList } from '@wattyard/server-kit'
import type { Logger } from 'pino'
import { openBackedUp } from './backup/before-upgrade.ts'
import { createBackupService } from './backup/backup-service.ts'
import { compose, type Composition } from './compose.ts'
import { serveConsole } from './pages/console-files.ts'
import type { DemoFleet } from './demo/demo-fleet.ts'
import { HISTORY_DAYS } from './demo/demo-plan.ts'
import { leaveWork } from './demo/demo-waiting.ts'
import { prepareDemo, prepareHistory, startFleet } from './demo/demo.ts'
import type { Environment } from './environment.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { serveHealth } from './health.ts'
import { handMemoryBack } from './memory/hand-back.ts'
import { keepIdsAscending } from './keep-ids-ascending.ts'
import { serveDescription } from './pages/openapi.ts'
import { databaseNews, openLog } from './open-log.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { mustBeForTrying } from './refuse-stand-in.ts'
import { ROOT } from './root.ts'
import { servePolicyReports } from './pages/policy-reports.ts'
import { startWork, type Work } from './start-work.ts'
import { wordFolders } from './word-folders.ts'

export interface StartedServer {
  database: OpenDatabase
  composition: Composition
  installation: Installation
  log: Logger
  stop(): Promise<void>
}

/** Parts that start after the demo's past is replayed, or at once when there is none. */
interface Rest {
  fleet: DemoFleet | null
  jobs: Work | null
}

/** Connections that may wait to be accepted, so that a burst does not force others to retry. */
const LISTEN_BACKLOG = 4_096

/** Number of facts waiting for the consumer above which the product is not ready. */
const LAG_NOT_READY = 20_000

function gatewayHealth(lag_facts: number) {
  return { gateway: { ok: lag_facts < LAG_NOT_READY, detail: `${lag_facts} facts wait` } }
}

/**
 * Starts console, API and device sockets on one port, over one database.
 * @param opening called before the port opens: from then on others may rely on this process, which must end in order
 */
export async function startServer(env: Environment, version: string, opening: () => void): Promise<StartedServer> {
  const log = openLog(env)
  const database = await openBackedUp(
    env,
    (_env, beforeMigrating) => openDatabase(env, beforeMigrating, databaseNews(log)),
    text => void process.stdout.write(`${text}\n`),
  )
  try {
    const { db, secrets } = database
    await mustBeForTrying(db, env.wechatPayStandIn)
    const outside = outsideRoots(env.rootsFile)
    for (const difference of await compareEnds(db, outside, Date.now()))
      log.error({ difference }, 'the end of a chain is not what the data folder knows: run `ledger verify`')
    const publicUrl = `${env.tls ? 'https' : 'http'}://${env.host}:${env.port}`
    const world = {
      db,
      profile: env.profile,
      version,
      secrets,
      outside,
      log,
      publicUrl,
      adminPasswordGiven: env.adminPassword !== null,
      freeTry: env.freeTry,
      passwords: env.passwords,
      hashCost: env.hashCost,
      messagingApp: env.messagingApp,
      backups: createBackupService(env, secrets),
      exportFolder: join(env.dataFolder, 'exports'),
      pointNetworks: env.pointNetworks,
      privateHosts: env.privateHosts,
      paymentAddress: env.paymentAddress,
      wechatPayStandIn: env.wechatPayStandIn,
      pileAddress: env.pileAddress,
      commit: env.commit,
      assistantLocalHosts: env.assistantLocalHosts,
    }
    // In other profiles neither the module nor its dependencies are loaded (trust R-39).
    const devtools = env.development
      ? (await import('@wattyard/devtools/server')).createDevtools(env.development.mqttUrl)
      : null
    const composition = compose({
      ...world,
      gateway: gatewaySettings(env),
      ...(devtools ? { more: [devtools.module] } : {}),
    })
    const { identity, modules, live, sessions, gateway } = composition
    await keepIdsAscending(db, log)
    await db.platform(tx => markLostKeys(tx, Buffer.from(secrets.channels, 'hex'), Date.now()))
    const tls = env.tls ? { cert: readFileSync(env.tls.cert), key: readFileSync(env.tls.key) } : null
    const app = createApp({
      db,
      words: loadWords(wordFolders()),
      log,
      authenticator: identity.authenticator,
      trustProxy: env.trustProxy,
      tls,
    })
    const index = mount(app, modules)
    app.add([liveRoute(live, stationsInReach, sessions, index)])
    const permissions = permissionList(index, app.routes())
    identity.registerPermissions(permissions)
    const installation = await db.platform(tx =>
      identity.prepareInstallation(tx, { dataFolder: env.dataFolder, adminPassword: env.adminPassword ?? undefined }),
    )
    const place = {
      tenantId: installation.tenantId,
      dataFolder: env.dataFolder,
      permissions,
      publicUrl,
      fleetSecret: secrets.fleet,
      historyDays: env.demoHistory ? HISTORY_DAYS : 0,
    }
    if (env.profile === 'demo') await prepareDemo(db, composition, place)
    let tellsPast = env.profile === 'demo' && env.demoHistory
    const health = { db, dataFolder: env.dataFolder, isDetailed: env.profile !== 'production' }
    serveHealth(app.fastify, health, () => ({
      ...gatewayHealth(gateway.metrics().lag_facts),
      ...(tellsPast ? { demo: { ok: true, detail: 'its past is being told' } } : {}),
    }))
    // Production does not publish its list of calls.
    if (env.profile !== 'production') serveDescription(app, version)
    serveConsole(app.fastify, join(ROOT, 'dist/console'))
    servePolicyReports(app.fastify, log)
    app.fastify.server.on('upgrade', (request, socket, head) => gateway.handleUpgrade(request, socket, head))
    await gateway.start()
    // Fastify would log each address it listens on; the banner shows them.
    app.fastify.log.level = 'warn'
    opening()
    await app.fastify.listen({ port: env.port, host: env.host, backlog: LISTEN_BACKLOG })
    app.fastify.log.level = env.logLevel
    const stopping = new AbortController()
    const endHandBack = handMemoryBack(log)
    const startRest = async (): Promise<Rest> => ({
      fleet: env.demoFleet > 0 ? await startFleet(db, env, installation.tenantId, secrets.fleet, log) : null,
      // The engine in the data folder is this process's alone.
      jobs: await startWork(
        db,
        composition,
        { tenantId: installation.tenantId, isAlone: env.databaseUrl === null },
        log,
      ),
    })
    /**
     * Starts piles and jobs after the demo's past, which takes some seconds on the first start and delays nobody else. A
     * supervisor would judge half-replayed sessions by today's clock.
     */
    const startAfterPast = async (): Promise<Rest> => {
      const isToldNow = await prepareHistory(world, app, place, stopping.signal).catch((error: unknown) => {
        log.error({ err: error }, 'the past of the demo could not be told to its end; the next start goes on')
        return false
      })
      tellsPast = false
      if (stopping.signal.aborted) return { fleet: null, jobs: null }
      const begun = await startRest()
      // The piles do not wait for it.
      if (isToldNow)
        await leaveWork({ app, db, ...place }).catch((error: unknown) =>
          log.error({ err: error }, 'the demo has no work that waits'),
        )
      return begun
    }
    const rest = tellsPast ? startAfterPast() : Promise.resolve(await startRest())
    // `stop` also sees this failure.
    rest.catch((error: unknown) => log.error({ err: error }, 'the virtual piles could not be started'))
    return {
      database,
      composition,
      installation,
      log,
      async stop() {
        stopping.abort()
        endHandBack()
        const { fleet, jobs } = await rest.catch((): Rest => ({ fleet: null, jobs: null }))
        await fleet?.stop()
        await gateway.stop()
        await jobs?.stop()
        await devtools?.close()
        await app.fastify.close()
        await identity.flush()
        await jobs?.finish()
        await database.close()
        log.flush()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
