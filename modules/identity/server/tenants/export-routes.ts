import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { idInput } from '@wattyard/calls'
import {
  type Caller,
  may,
  type RawCall,
  Refusal,
  type Route,
  route,
  type Tx,
  col,
  type RowIn,
  serveCall,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { listTenantExports, askTenantExport, linkTenantExport } from '../../contract/calls/tenant.ts'
import { readSessionCookie } from '../sign-in/cookies.ts'
import { isGoodLink, LINK_MS, signLink } from './export-link.ts'
import { withPassword } from '../sessions/reauthenticate.ts'
import type { CallerFinder } from '../sessions/find-caller.ts'
import { askExport, type ExportWorld, exportsOf, fileOf } from './tenant-exports.ts'
import { auditBoth, mustExist } from './tenant-service.ts'
import { tenantActor, type TenantRouteOptions } from './tenant-routes.ts'

const ACCESS = 'identity.tenant:exportAll'
const DOWNLOAD = '/pubapi/tenant/export'

export type ExportRouteOptions = TenantRouteOptions & ExportWorld & { callers: CallerFinder }

const DONE = {
  id: col.uuid,
  subject_id: col.uuid,
  code: col.text,
  state: col.text,
}

type Done = RowIn<typeof DONE>

async function doneExport(tx: Tx, id: string): Promise<Done> {
  const [row] = await tx.query(
    DONE,
    `select e.id, e.subject_id, e.state, t.code from identity_tenant_export e join identity_tenant t on t.tenant_id = e.subject_id where e.id = $1`,
    [id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  if (row.state !== 'done') throw new Refusal('identity.exportGone')
  return row
}

/** Returns the person of the requesting browser by the secret half of the session, so that a link in other hands is useless. */
async function holderOf(
  tx: Tx,
  callers: CallerFinder,
  { request, language }: Pick<RawCall, 'request' | 'language'>,
): Promise<Caller | null> {
  const caller = await callers.findByCookie(tx, readSessionCookie(request), language).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return caller?.isPlatform && !caller.owes ? caller : null
}

const linkInput = z.strictObject({
  id: idInput,
  until: z.coerce.number().int().min(0),
  sig: z.string().max(100),
})

/** The file itself, for a browser that follows a link: no token is in its address. */
function downloadRoute({ db, clock, folder, loginSecret, callers }: ExportRouteOptions): Route {
  return route({
    method: 'GET',
    path: DOWNLOAD,
    access: 'public',
    input: linkInput,
    work: 'raw',
    summary: 'an export of a tenant, by a signed link of ten minutes and the session it was made for',
    async handle({ input, request, reply, ip, requestId, language }: RawCall<z.infer<typeof linkInput>>) {
      const now = clock.now()
      const gone = new Refusal('identity.linkGone', { status: 403 })
      const found = await db.platform(async tx => {
        const caller = await holderOf(tx, callers, { request, language })
        if (!caller || !may(caller, ACCESS) || caller.readOnly) throw gone
        const to = { exportId: input.id, userId: caller.userId, until: input.until }
        if (!isGoodLink(loginSecret, to, input.sig, now)) throw gone
        const done = await doneExport(tx, input.id)
        const by = { caller, ip, requestId }
        await auditBoth(tx, by, done.subject_id, { action: 'downloadExport', after: { export: done.id } }, now)
        return done
      })
      const file = fileOf(folder ?? '', found.id)
      const size = await stat(file).then(
        ({ size }) => size,
        () => null,
      )
      if (size === null) throw new Refusal('identity.exportGone')
      void reply
        .header('content-type', 'application/zip')
        .header('content-length', size)
        .header('content-disposition', `attachment; filename="tenant-${found.code.replaceAll(/[^\w.-]/g, '_')}.zip"`)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', 'sandbox')
      return reply.send(createReadStream(file))
    },
  })
}

export function exportRoutes(world: ExportRouteOptions): Route[] {
  const { db, clock, folder } = world
  return [
    serveCall(listTenantExports, {
      work: 'raw',
      handle: async ({ input }) => ({
        isOn: folder !== undefined,
        list: await db.platform(
          async tx => {
            await mustExist(tx, input.id)
            return exportsOf(tx, input.id)
          },
          { readOnly: true },
        ),
      }),
    }),
    serveCall(askTenantExport, {
      work: 'raw',
      bodyLimit: 16_384,
      async handle(call) {
        if (folder === undefined) throw new Refusal('identity.exportOff')
        await withPassword(world, call)
        return { id: await db.platform(tx => askExport(tx, tenantActor(call), call.input.id, clock.now())) }
      },
    }),
    serveCall(linkTenantExport, {
      work: 'raw',
      async handle(call) {
        const { id } = call.input
        const { caller } = tenantActor(call)
        await db.platform(tx => doneExport(tx, id), { readOnly: true })
        const until = clock.now() + LINK_MS
        return {
          path: `${DOWNLOAD}?${signLink(world.loginSecret, { exportId: id, userId: caller.userId, until })}`,
          until,
        }
      },
    }),
    downloadRoute(world),
  ]
}
