import { settingOf } from '@wattyard/platform/server'
import { idInput, type CheckedInput } from '@wattyard/calls'
import {
  type Actor,
  actorOf,
  audit,
  type Caller,
  may,
  mustSeeWholeTenant,
  type RawCall,
  Refusal,
  type Route,
  route,
  rowInScope,
  serveCall,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { attachNoticeFile } from '../../contract/calls/notice.ts'
import { noticeFiles, detachNoticeFile } from '../../contract/index.ts'
import { MEGABYTE, MOST_MEGABYTES, type NoticeFile } from '../../contract/notice-file.ts'
import { notice } from '../../contract/notice.ts'
import type { NotifyWorld } from '../world.ts'
import { typeOf } from './file-kind.ts'
import { addFile, contentOf, fileRow, filesOf, mustBeChangeable, noticeFileLimits } from './notice-files.ts'
import { noticesFor } from './notices-for.ts'

const READ = 'notifications.notice:read'

/** Access of the route has made sure of it. */
function callerOf({ caller }: RawCall): Caller {
  if (!caller) throw new Refusal('kernel.forbidden', { status: 403 })
  return caller
}

const actorOfRaw = ({ ip, requestId }: RawCall, { tenantId, userId, displayName }: Caller): Actor => ({
  tenantId,
  userId,
  name: displayName,
  ip,
  requestId,
})

async function attach(call: RawCall<CheckedInput<typeof attachNoticeFile>>): Promise<NoticeFile> {
  const caller = callerOf(call)
  mustSeeWholeTenant(caller)
  const { id: noticeId, name } = call.input
  const { body } = call.request
  const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  return call.db.tenant(caller.tenantId, async tx => {
    const limits = await settingOf(tx, noticeFileLimits)
    const { file, sha256, isNew } = await addFile(
      tx,
      caller.tenantId,
      { noticeId, name, content, addedBy: caller.displayName },
      limits,
    )
    const entry = { resource: notice.name, recordId: noticeId, action: 'attach', after: { file: name, sha256 } }
    if (isNew) await audit(tx, actorOfRaw(call, caller), [entry])
    return file
  })
}

/** The file itself, for who reads the notice now, or keeps notices. Whoever may not is told that there is none. */
async function send(call: RawCall<{ id: string }>, now: number): Promise<unknown> {
  const caller = callerOf(call)
  const { id } = call.input
  const { tenantId } = caller
  const { file, content } = await call.db.tenant(
    tenantId,
    async tx => {
      const file = await fileRow(tx, tenantId, id)
      const isReader = (await noticesFor(tx, caller, now)).some(one => one.id === file.notice_id)
      if (!isReader && !may(caller, READ)) throw new Refusal('kernel.notFound', { status: 404 })
      return { file, content: await contentOf(tx, tenantId, file) }
    },
    { readOnly: true },
  )
  const plain = file.name.replaceAll(/[^\w.-]/g, '_')
  void call.reply
    .header('content-type', typeOf(file.kind))
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  return call.reply.send(content)
}

/** Files of notices: added and removed by who keeps notices, read by who is meant. */
export function noticeFileRoutes({ clock }: NotifyWorld): Route[] {
  return [
    serveCall(noticeFiles, {
      work: 'read',
      async handle({ tx, caller, input }) {
        await rowInScope(tx, caller, notice, input.id)
        const files = await filesOf(tx, caller.tenantId, [input.id])
        return { list: files.get(input.id) ?? [], limits: await settingOf(tx, noticeFileLimits) }
      },
    }),
    serveCall(attachNoticeFile, {
      work: 'raw',
      bytes: true,
      bodyLimit: MOST_MEGABYTES * MEGABYTE,
      handle: attach,
    }),
    serveCall(detachNoticeFile, {
      work: 'write',
      async handle(call) {
        const { tx, caller, input } = call
        mustSeeWholeTenant(caller)
        const file = await fileRow(tx, caller.tenantId, input.id)
        await mustBeChangeable(tx, caller.tenantId, file.notice_id)
        await tx.execute('delete from notifications_notice_file where tenant_id = $1 and id = $2', [
          caller.tenantId,
          file.id,
        ])
        const before = { file: file.name, sha256: file.sha256 }
        const entry = { resource: notice.name, recordId: file.notice_id, action: 'detach', before }
        await audit(tx, actorOf(call), [entry])
        return null
      },
    }),
    route({
      method: 'GET',
      path: '/api/msg/notice/file',
      access: 'signed-in',
      input: z.strictObject({ id: idInput }),
      work: 'raw',
      summary: 'a file of a notice that is in force for the caller',
      handle: (call: RawCall<{ id: string }>) => send(call, clock.now()),
    }),
  ]
}
