import { assetsModule } from '@wattyard/assets/server'
import { quietPorts } from '@wattyard/assets/testing'
import { type Caller, newId, type ServerModule } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { gatewayModule } from '../server/module.ts'
import { aPassword } from './a-password.ts'
import { testGateway, type TestGateway } from './test-gateway.ts'

/** A gateway on its own socket and the routes of its module, over one database. */
export interface ServedGateway {
  bed: TestGateway
  server: TestServer
  /** A user of the gateway's tenant with every permission. */
  as: Caller
  close(): Promise<void>
}

export interface ServedGatewayOptions {
  settings?: Parameters<typeof testGateway>[0]['settings']
  caller?: Partial<Parameters<typeof callerWith>[0]>
  /** Modules besides assets and the gateway itself. */
  modules?: readonly ServerModule[]
}

export async function servedGateway({
  settings,
  caller,
  modules = [],
}: ServedGatewayOptions = {}): Promise<ServedGateway> {
  const db = await testDatabase()
  const as = callerWith({ tenantId: newId(), ...caller })
  const bed = await testGateway({ db, tenantId: as.tenantId, ...(settings && { settings }) })
  const server = await testServer({
    db,
    modules: [
      ...modules,
      assetsModule(quietPorts({ evsesChanged: pile => bed.gateway.evsesChanged(pile), live: bed.bus })),
      gatewayModule(bed.gateway, { qrPrefix: 'https://charge.example/c/', confirmPassword: aPassword }),
    ],
  })
  return {
    bed,
    server,
    as,
    async close() {
      await bed.stop()
      await server.close()
      await db.close()
    },
  }
}
