import { idInput } from '@wattyard/calls'
import { type RawCall, type Route, route, type Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { PLATFORM_DELETE } from '../../contract/tenancy.ts'
import { keyInput, passwordInput } from '../second-factor/factor-routes.ts'
import { type PasswordInput, withPassword } from '../sessions/reauthenticate.ts'
import {
  approveDeletion,
  askDeletion,
  certificateOf,
  deletionsOf,
  obstaclesNow,
  type ObstaclesOf,
  withdrawDeletion,
} from './tenant-deletion.ts'
import { auditBoth } from './tenant-desk.ts'
import { deskActor, type DeskWorld } from './tenant-routes.ts'

export interface DeletionDesk extends DeskWorld {
  obstaclesOf: ObstaclesOf
  /** Days between approval and deletion, as the installation's own tenant has set them. */
  waitDays: (tx: Tx, homeId: string) => Promise<number>
}

const MAX_NAME = 200
const MAX_REASON = 500

/** Calls about the deletion of a tenant: for people of the platform alone, besides their permission. */
export function deletionRoutes(world: DeletionDesk): Route[] {
  const { db, clock, obstaclesOf, waitDays } = world
  const desk = { access: PLATFORM_DELETE, platformOnly: true, work: 'raw' } as const
  const oneInput = z.strictObject({ id: idInput })
  const withKey = { password: passwordInput, key: keyInput }
  return [
    route({
      ...desk,
      method: 'GET',
      path: '/api/sys/tenants/deletion',
      input: oneInput,
      summary: 'what stands against deleting a tenant, and how far its deletion is',
      handle: (call: RawCall<{ id: string }>) => {
        const { id } = call.input
        const caller = call.caller
        if (!caller) throw new Error('a route with a permission has a caller')
        return db.platform(
          async tx => {
            const list = await deletionsOf(tx, caller, id)
            const isOver = list[0]?.state === 'deleting' || list[0]?.state === 'deleted'
            const obstacles = isOver ? [] : await obstaclesNow(tx, obstaclesOf, id)
            return { waitDays: await waitDays(tx, caller.tenantId), obstacles, list }
          },
          { readOnly: true },
        )
      },
    }),
    route({
      ...desk,
      method: 'POST',
      path: '/api/sys/tenants/askDeletion',
      input: z.strictObject({
        id: idInput,
        name: z.string().min(1).max(MAX_NAME),
        reason: z.string().trim().min(1).max(MAX_REASON),
        ...withKey,
      }),
      bodyLimit: 16_384,
      summary: 'asks that a suspended tenant be deleted, which a second person has to approve',
      async handle(call: RawCall<PasswordInput & { id: string; name: string; reason: string }>) {
        await withPassword(world, call)
        return { id: await db.platform(tx => askDeletion(tx, deskActor(call), call.input, obstaclesOf, clock.now())) }
      },
    }),
    route({
      ...desk,
      method: 'POST',
      path: '/api/sys/tenants/approveDeletion',
      input: z.strictObject({ id: idInput, ...withKey }),
      bodyLimit: 16_384,
      summary: 'agrees to a deletion that somebody else has asked for',
      async handle(call: RawCall<PasswordInput & { id: string }>) {
        await withPassword(world, call)
        const dueAt = await db.platform(tx =>
          approveDeletion(tx, deskActor(call), call.input.id, { obstaclesOf, waitDays }, clock.now()),
        )
        return { dueAt }
      },
    }),
    route({
      ...desk,
      method: 'POST',
      path: '/api/sys/tenants/withdrawDeletion',
      input: oneInput,
      summary: 'takes a deletion back that has not begun',
      async handle(call: RawCall<{ id: string }>) {
        await db.platform(tx => withdrawDeletion(tx, deskActor(call), call.input.id, clock.now()))
        return null
      },
    }),
    route({
      ...desk,
      method: 'POST',
      path: '/api/sys/tenants/deletionCertificate',
      input: oneInput,
      summary: 'what was done with the rows of a tenant that is gone, table by table',
      async handle(call: RawCall<{ id: string }>) {
        const by = deskActor(call)
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
