import { freshSecrets } from '@wattyard/app-server/secrets'
import { compose } from '@wattyard/app-server/compose'
import { aTenant, TEST_HASH_COST } from '@wattyard/identity/testing'
import type { Caller, Database, ServedResource } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'

/** Every module as the app wires it, over a fresh database. */
export interface World {
  db: Database
  server: TestServer
  served: readonly ServedResource[]
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
    served: modules.flatMap(module => module.resources ?? []),
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
