import { dispositionOf } from '../sheet/file-name.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { columnOf, isImageType } from '@wattyard/resource'
import { type Caller, may } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import type { RawCall } from '../http/route.ts'
import { seesPersonalOf } from '../personal.ts'
import { Refusal } from '../refusal.ts'
import { type ResourceIndex, rowsInScope } from '../resource/read-records.ts'
import type { ServedResource } from '../resource/served.ts'
import { byteRange, type ByteRange } from './byte-range.ts'
import { type FileForm, type FileRow, fileRows, readBytes } from './file-rows.ts'
import { MEDIA_TYPES } from './file-type.ts'

/** Whether the caller reaches a record of a resource that names the file in its field now. */
async function isNamed(tx: Tx, caller: Caller, { resource }: ServedResource, row: FileRow): Promise<boolean> {
  const of = resource.fields[row.field]
  if (!of || row.record_id === null || !may(caller, `${resource.name}:read`)) return false
  // What its rows hide from a reader stands whole in the file; whoever sent it has it anyway.
  if (of.privacy === 'personal' && row.sent_by !== caller.userId && !seesPersonalOf(caller, resource)) return false
  const [record] = await rowsInScope(tx, caller, resource, [row.record_id])
  return record !== undefined && [record[columnOf(row.field, of)]].flat().includes(row.id)
}

async function mayRead(tx: Tx, caller: Caller, index: ResourceIndex, row: FileRow): Promise<boolean> {
  if (row.state !== 'ready') return false
  if (row.record_id === null) return row.sent_by === caller.userId
  const served = index.byName(row.resource)
  if (!served) return false
  if (await isNamed(tx, caller, served, row)) return true
  return (await served.opensFiles?.(tx, caller, row.record_id)) ?? false
}

/** Returns the rows of the files that the caller may read now; the others are left out as if there were none. */
export async function filesInReach(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
  ids: readonly string[],
): Promise<FileRow[]> {
  const found: FileRow[] = []
  for (const row of await fileRows(tx, caller.tenantId, ids)) if (await mayRead(tx, caller, index, row)) found.push(row)
  return found
}

/** Pictures that were drawn anew here may be shown where they stand; everything else is something to keep. */
const wayOf = ({ type }: FileRow, isKept: boolean): 'inline' | 'attachment' =>
  !isKept && type !== null && isImageType(type) ? 'inline' : 'attachment'

interface Wanted {
  readonly id: string
  readonly form: FileForm
  /** To be kept on the reader's machine, not shown. */
  readonly isKept: boolean
}

/** Bytes that are held at once for one reader; a large file leaves as its reader takes it. */
const SLICE_BYTES = 1024 * 1024

const sliceFrom = (from: number, end: number): ByteRange => ({ from, to: Math.min(from + SLICE_BYTES - 1, end) })

/** What is sent of a file. */
interface Sent extends ByteRange {
  readonly first: Buffer
  /** Lets a slice pass. Of a whole file the last one passes only when all of them are what was stored. @throws Error */
  readonly passed: (slice: Buffer, of: ByteRange) => Buffer
}

interface Found {
  readonly row: FileRow
  readonly size: number
  readonly etag: string
  readonly range: ByteRange | 'unsatisfiable' | null
  /** Null where the reader has it, or asked for what is behind the end. */
  readonly sent: Sent | null
}

function gateFor(row: FileRow, { to: end }: ByteRange, isWhole: boolean): Sent['passed'] {
  const hash = isWhole ? createHash('sha256') : null
  return (slice, { from, to }) => {
    hash?.update(slice)
    const isOther = hash !== null && to === end && hash.digest('hex') !== row.sha256
    if (slice.length !== to - from + 1 || isOther) throw new Error(`file ${row.id} is not what was stored`)
    return slice
  }
}

/** @throws Refusal `kernel.notFound`; Error when the bytes are not what was stored: nobody is handed something else */
async function find(tx: Tx, caller: Caller, index: ResourceIndex, wanted: Wanted, headers: Headers): Promise<Found> {
  const { id, form } = wanted
  const [row] = await filesInReach(tx, caller, index, [id])
  const size = form === 'whole' ? row?.bytes : row?.thumbnail_bytes
  if (!row || !size) throw new Refusal('kernel.notFound', { status: 404 })
  const etag = `"${row.sha256}-${form}"`
  if (headers.ifNoneMatch?.includes(etag)) return { row, size, etag, range: null, sent: null }
  const isCurrent = headers.ifRange === undefined || headers.ifRange === etag
  const range = isCurrent ? byteRange(headers.range, size) : null
  if (range === 'unsatisfiable') return { row, size, etag, range, sent: null }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const passed = gateFor(row, { from, to }, form === 'whole' && range === null)
  const slice = sliceFrom(from, to)
  const first = passed(await readBytes(tx, { tenantId: caller.tenantId, id, form }, slice.from, slice.to), slice)
  return { row, size, etag, range, sent: { from, to, first, passed } }
}

/** The slices one after the other, from the second on each for the caller as they are then. */
async function* slicesOf(
  call: RawCall,
  index: ResourceIndex,
  { id, form }: Wanted,
  sent: Sent,
): AsyncGenerator<Buffer> {
  yield sent.first
  for (let from = sent.from + SLICE_BYTES; from <= sent.to; from += SLICE_BYTES) {
    const slice = sliceFrom(from, sent.to)
    const bytes = await call.read(async (tx, caller) => {
      const [row] = await filesInReach(tx, caller, index, [id])
      if (!row) throw new Refusal('kernel.notFound', { status: 404 })
      return readBytes(tx, { tenantId: caller.tenantId, id, form }, slice.from, slice.to)
    })
    yield sent.passed(bytes, slice)
  }
}

interface Headers {
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifNoneMatch: string | undefined
}

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/**
 * Sends a file, or a part of it, to a caller who reaches the record that holds it. It is never opened as a page: `nosniff`,
 * a sandbox, and attachment for whatever is no picture of ours.
 *
 * @throws Refusal `kernel.notFound`, the same for no file and one out of reach
 */
export async function sendFile(call: RawCall, index: ResourceIndex, wanted: Wanted): Promise<unknown> {
  const { headers } = call.request
  const asked = {
    range: oneHeader(headers.range),
    ifRange: oneHeader(headers['if-range']),
    ifNoneMatch: oneHeader(headers['if-none-match']),
  }
  const { row, size, etag, range, sent } = await call.read((tx, caller) => find(tx, caller, index, wanted, asked))
  const type = wanted.form === 'thumbnail' ? 'image/webp' : MEDIA_TYPES[row.type ?? 'text']
  void call.reply
    .header('content-type', type)
    .header('content-disposition', dispositionOf(wayOf(row, wanted.isKept), row.name))
    // Asked again each time, because the right to read may have gone; unchanged content is not sent again.
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (range === 'unsatisfiable') return call.reply.status(416).header('content-range', `bytes */${size}`).send()
  if (sent === null) return call.reply.status(304).send()
  if (range !== null) void call.reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`)
  if (sent.to - sent.from < SLICE_BYTES) return call.reply.send(sent.first)
  void call.reply.header('content-length', String(sent.to - sent.from + 1))
  void call.reply.send(
    Readable.from(slicesOf(call, index, wanted, sent), { objectMode: false, highWaterMark: SLICE_BYTES }),
  )
  // Who takes it slowly, or not at all, keeps one of the places for long answers until the line ends.
  await finished(call.reply.raw).catch(() => {})
  return undefined
}
