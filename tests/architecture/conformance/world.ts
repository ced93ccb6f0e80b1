import { freshSecrets } from '@wattyard/app-server/secrets'
import { compose, type Composition, type World as Given } from '@wattyard/app-server/compose'
import type { Identity } from '@wattyard/identity/server'
import { aTenant, Browser, TEST_HASH_COST } from '@wattyard/identity/testing'
import {
  type Authenticator,
  type Caller,
  type Database,
  permissionList,
  type ServedResource,
  type ServerModule,
} from '@wattyard/server-kit'
import { type SettableClock, settableClock } from '@wattyard/time'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'

/** Every module as the app wires it, over a fresh database. */
export interface World {
  db: Database
  server: TestServer
  served: readonly ServedResource[]
  modules: readonly ServerModule[]
  close(): Promise<void>
}

export async function conformanceWorld(): Promise<World> {
  const db = await testDatabase()
  const { modules } = compose({
    db,
    profile: 'demo',
    version: 'test',
    secrets: freshSecrets(),
    log: { warn: () => {} },
    publicUrl: 'https://charge.example',
    hashCost: TEST_HASH_COST,
  })
  const server = await testServer({ modules, db })
  return {
    db,
    server,
    modules,
    served: modules.flatMap(module => module.resources ?? []),
    async close() {
      await server.close()
      await db.close()
    },
  }
}

export interface SessionWorld extends World {
  identity: Identity
  composition: Composition
  /** What it was put together from, for another composition over the same database. */
  given: Given
  clock: SettableClock
  permissions: readonly string[]
  browser(ip?: string): Browser
}

/**
 * Finds each session once. For tests that call everything some thousand times and are about what is answered, not about when a
 * session or a right ends: looking it up is two trips to the database of four.
 */
function foundOnce(authenticator: Authenticator): Authenticator {
  const found = new Map<string, Caller>()
  return {
    async find(tx, credentials) {
      const shown = `${credentials.cookie} ${credentials.handle} ${credentials.language}`
      const caller = found.get(shown) ?? (await authenticator.find(tx, credentials))
      if (caller) found.set(shown, caller)
      return caller
    },
  }
}

/** The same with real sessions: who calls is who has signed in. */
export async function sessionWorld({ findsOnce = false }: { findsOnce?: boolean } = {}): Promise<SessionWorld> {
  const db = await testDatabase()
  const clock = settableClock(Date.UTC(2026, 10, 20, 8, 0, 0))
  const given: Given = {
    db,
    profile: 'demo',
    version: 'test',
    secrets: freshSecrets(),
    log: { warn: () => {} },
    publicUrl: 'https://charge.example',
    hashCost: TEST_HASH_COST,
  }
  const composition = compose({ ...given, clock })
  const { modules, identity } = composition
  const server = await testServer({
    modules,
    db,
    authenticator: findsOnce ? foundOnce(identity.authenticator) : identity.authenticator,
  })
  const permissions = permissionList(server.index as Parameters<typeof permissionList>[0], server.app.routes()) // made by mount
  identity.registerPermissions(permissions)
  return {
    db,
    server,
    identity,
    composition,
    given,
    clock,
    modules,
    permissions,
    served: modules.flatMap(module => module.resources ?? []),
    browser: ip => new Browser(server, ip),
    async close() {
      await server.close()
      await db.close()
    },
  }
}

/** Somebody who may do everything in a new tenant. */
export async function administrator({ db }: World): Promise<Caller> {
  const { tenantId } = await aTenant(db)
  return callerWith({ tenantId })
}
