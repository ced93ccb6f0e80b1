import {
  beginFile,
  type CheckedInput,
  discardFile as discardCall,
  type FileInfo,
  fileInfos,
  fileQuery,
  finishFile as finishCall,
  sendFileChunk,
} from '@wattyard/calls'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import { type RawCall, type Route, route } from '../http/route.ts'
import { serveCall } from '../http/serve-call.ts'
import { Refusal } from '../refusal.ts'
import type { ResourceIndex } from '../resource/read-records.ts'
import { type FileRow, fileRows, infoOf } from './file-rows.ts'
import { filesInReach, sendFile } from './read-file.ts'
import {
  announceFile,
  CHUNK_BYTES,
  discardFile,
  finishFile,
  judgeContent,
  mustBeSenders,
  receiveChunk,
  receivedBytes,
  ruleToFill,
} from './receive-file.ts'

/** What the routes of files have to be told. */
export interface FileWorld {
  /** Bytes that the tenant of a transaction may store. */
  quotaBytes(tx: Tx): Promise<number>
}

/** The access of the routes has made sure of it. */
function callerOf({ caller }: RawCall): Caller {
  if (!caller) throw new Refusal('kernel.forbidden', { status: 403 })
  return caller
}

async function receive(call: RawCall<CheckedInput<typeof sendFileChunk>>): Promise<null> {
  const caller = callerOf(call)
  const { body } = call.request
  const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const { id, chunk } = call.input
  await call.db.tenant(caller.tenantId, tx => receiveChunk(tx, caller, id, chunk, content))
  return null
}

/** Files that are being judged, by id: who asks again, because the answer did not come in time, waits for the same one. */
const underWay = new Map<string, Promise<FileInfo>>()

async function finish(call: RawCall<{ id: string }>, index: ResourceIndex, world: FileWorld): Promise<FileInfo> {
  const caller = callerOf(call)
  const { id } = call.input
  const row = await call.db.tenant(caller.tenantId, tx => mustBeSenders(tx, caller, id))
  if (row.state === 'ready') return infoOf(row)
  const begun = underWay.get(id)
  if (begun) return begun
  const judged = judge(call, caller, row, index, world).finally(() => underWay.delete(id))
  underWay.set(id, judged)
  return judged
}

async function judge(
  call: RawCall,
  caller: Caller,
  row: FileRow,
  index: ResourceIndex,
  world: FileWorld,
): Promise<FileInfo> {
  const { tenantId } = caller
  const { id } = row
  const rule = ruleToFill(index, caller, row.resource, row.field)
  const received = () => call.db.tenant(tenantId, tx => receivedBytes(tx, caller, id))
  const file = await judgeContent(caller.userId, row.name, received, rule.types).catch(async (error: unknown) => {
    // What is refused for what it is will not be another thing later; its room is free again.
    if (error instanceof Refusal && error.code === 'kernel.invalid')
      await call.db.tenant(tenantId, tx => discardFile(tx, caller, id))
    throw error
  })
  return call.db.tenant(tenantId, async tx => {
    await finishFile(tx, caller, id, file, await world.quotaBytes(tx))
    const [stored] = await fileRows(tx, tenantId, [id])
    if (!stored) throw new Refusal('kernel.notFound', { status: 404 })
    return infoOf(stored)
  })
}

/** Files of records: sent in chunks, judged by content, read by whoever reaches a record that names them. */
export function fileRoutes(index: ResourceIndex, world: FileWorld): Route[] {
  return [
    serveCall(beginFile, {
      work: 'write',
      async handle({ tx, caller, input }) {
        const rule = ruleToFill(index, caller, input.resource, input.field)
        return announceFile(tx, caller, rule, await world.quotaBytes(tx), input)
      },
    }),
    serveCall(sendFileChunk, { work: 'raw', bytes: true, bodyLimit: CHUNK_BYTES, handle: receive }),
    serveCall(finishCall, { work: 'raw', handle: call => finish(call, index, world) }),
    serveCall(discardCall, {
      work: 'write',
      async handle({ tx, caller, input }) {
        await discardFile(tx, caller, input.id)
        return null
      },
    }),
    serveCall(fileInfos, {
      work: 'read',
      async handle({ tx, caller, input }) {
        return { list: (await filesInReach(tx, caller, index, input.ids)).map(infoOf) }
      },
    }),
    route({
      method: 'GET',
      path: '/api/file/get',
      access: 'signed-in',
      input: fileQuery,
      work: 'raw',
      guests: true,
      summary: 'a file, or a part of it, of a record in reach; pictures also as thumbnails',
      handle: (call: RawCall<z.output<typeof fileQuery>>) => {
        const { id, form, keep } = call.input
        return sendFile(call, index, { id, form, isKept: keep })
      },
    }),
  ]
}
