import { type Route, type Tx, serveCall } from '@wattyard/server-kit'
import {
  readTenantDeletion,
  askTenantDeletion,
  approveTenantDeletion,
  withdrawTenantDeletion,
  readDeletionCertificate,
} from '../../contract/calls/tenant.ts'
import { withPassword } from '../sessions/reauthenticate.ts'
import {
  approveDeletion,
  askDeletion,
  certificateOf,
  deletionsOf,
  currentBlockers,
  type DeletionBlockersOf,
  withdrawDeletion,
} from './tenant-deletion.ts'
import { auditBoth } from './tenant-service.ts'
import { tenantActor, type TenantRouteOptions } from './tenant-routes.ts'

export interface DeletionRouteOptions extends TenantRouteOptions {
  obstaclesOf: DeletionBlockersOf
  /** Days between approval and deletion, as the installation's own tenant has set them. */
  waitDays: (tx: Tx, homeId: string) => Promise<number>
}

/** Calls about the deletion of a tenant: for people of the platform alone, besides their permission. */
export function deletionRoutes(world: DeletionRouteOptions): Route[] {
  const { db, clock, obstaclesOf, waitDays } = world
  return [
    serveCall(readTenantDeletion, {
      work: 'raw',
      handle: call => {
        const { id } = call.input
        const caller = call.caller
        if (!caller) throw new Error('a route with a permission has a caller')
        return db.platform(
          async tx => {
            const list = await deletionsOf(tx, caller, id)
            const isOver = list[0]?.state === 'deleting' || list[0]?.state === 'deleted'
            const obstacles = isOver ? [] : await currentBlockers(tx, obstaclesOf, id)
            return { waitDays: await waitDays(tx, caller.tenantId), obstacles, list }
          },
          { readOnly: true },
        )
      },
    }),
    serveCall(askTenantDeletion, {
      work: 'raw',
      bodyLimit: 16_384,
      async handle(call) {
        await withPassword(world, call)
        return { id: await db.platform(tx => askDeletion(tx, tenantActor(call), call.input, obstaclesOf, clock.now())) }
      },
    }),
    serveCall(approveTenantDeletion, {
      work: 'raw',
      bodyLimit: 16_384,
      async handle(call) {
        await withPassword(world, call)
        const dueAt = await db.platform(tx =>
          approveDeletion(tx, tenantActor(call), call.input.id, { obstaclesOf, waitDays }, clock.now()),
        )
        return { dueAt }
      },
    }),
    serveCall(withdrawTenantDeletion, {
      work: 'raw',
      async handle(call) {
        await db.platform(tx => withdrawDeletion(tx, tenantActor(call), call.input.id, clock.now()))
        return null
      },
    }),
    serveCall(readDeletionCertificate, {
      work: 'raw',
      async handle(call) {
        const by = tenantActor(call)
        return db.platform(async tx => {
          const certificate = await certificateOf(tx, call.input.id)
          // The tenant's own audit stays as the deletion has left it.
          await auditBoth(tx, by, call.input.id, { action: 'readCertificate' }, clock.now(), { onlyOwn: true })
          return { certificate }
        })
      },
    }),
  ]
}
