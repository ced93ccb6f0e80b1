import {
  endingOf,
  FILE_ENDINGS,
  type FileRule,
  fileRule,
  type FileType,
  holdsFiles,
  IMAGE_TYPES,
  isImageType,
  MEGABYTE,
} from '@wattyard/resource'
import { type Caller, may } from '../caller.ts'
import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../new-id.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { ResourceIndex } from '../resource/read-records.ts'
import { changesOf } from '../resource/scope.ts'
import { type FileRow, lockedFile, PART_BYTES, readBytes, storeWhole, type WholeFile, writeParts } from './file-rows.ts'
import { mustBeType, mustHaveEnding } from './file-type.ts'
import { mustFit } from './quota.ts'
import { inTurn } from './picture-turns.ts'
import { redrawImage } from './redraw-image.ts'

/** Bytes that are sent at once: a slow line sends them within the time of one call, and they need no place of a large body. */
export const CHUNK_BYTES = 8 * PART_BYTES
/** Files that one person has on their way or not yet attached. */
const MAX_WAITING = 50

/** What is announced before the first byte. */
export interface FileAnnounced {
  /** Resource and field that it is for, such as `assets.station` and `pictures`. */
  readonly resource: string
  readonly field: string
  readonly name: string
  readonly bytes: number
  /** What the sender's browser knows the content by. */
  readonly mark: string
}

/** Where a file stands: chunks that are here, by number. */
export interface FileProgress {
  readonly id: string
  readonly chunkBytes: number
  readonly received: readonly number[]
}

/**
 * Returns the rule of a field that the caller may fill.
 *
 * @throws Refusal `kernel.notFound` where there is no such field of files, `kernel.forbidden` where the caller writes none
 */
export function ruleToFill(index: ResourceIndex, caller: Caller, resourceName: string, key: string): FileRule {
  const resource = index.byName(resourceName)?.resource
  const of = resource && Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
  if (!resource || !of || !holdsFiles(of) || of.computed) throw new Refusal('kernel.notFound', { status: 404 })
  const mayWrite = ['create', 'update'].some(action => may(caller, `${resource.name}:${action}`))
  if (!mayWrite || changesOf(caller, resource) === 'none') throw new Refusal('kernel.forbidden', { status: 403 })
  return fileRule(of)
}

/** Numbers of the chunks that are here. A chunk is written whole, so its first part stands for it. */
async function chunksOf(tx: Tx, tenantId: string, id: string): Promise<number[]> {
  const perChunk = CHUNK_BYTES / PART_BYTES
  const rows = await tx.query(
    { chunk: col.integer },
    `select part / ${perChunk} as chunk from kernel_file_part
     where tenant_id = $1 and file_id = $2 and form = 'whole' and part % ${perChunk} = 0 order by part`,
    [tenantId, id],
  )
  return rows.map(row => row.chunk)
}

/**
 * Announces a file, or finds the one that the same person began to send for the same field: after a loss of the network or
 * a reload it goes on where it stopped.
 *
 * @throws Refusal `kernel.invalid`, `kernel.fileTooLarge`, `kernel.fileQuota`, `kernel.tooManyFilesWaiting`
 */
export async function announceFile(
  tx: Tx,
  caller: Caller,
  rule: FileRule,
  quotaBytes: number,
  file: FileAnnounced,
): Promise<FileProgress> {
  const { tenantId, userId } = caller
  mustHaveEnding(file.name, rule.types)
  if (file.bytes > rule.bytes)
    throw new Refusal('kernel.fileTooLarge', { params: { max: Math.floor(rule.bytes / MEGABYTE) } })
  await mustFit(tx, tenantId, 0, Number.MAX_SAFE_INTEGER)
  const [begun] = await tx.query(
    { id: col.uuid },
    `select id from kernel_file where tenant_id = $1 and sent_by = $2 and state = 'sending' and record_id is null
       and resource = $3 and field = $4 and name = $5 and bytes = $6 and mark = $7
     order by id desc limit 1`,
    [tenantId, userId, file.resource, file.field, file.name, file.bytes, file.mark],
  )
  if (begun) return { id: begun.id, chunkBytes: CHUNK_BYTES, received: await chunksOf(tx, tenantId, begun.id) }
  const [waiting] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from kernel_file where tenant_id = $1 and sent_by = $2 and record_id is null and state <> 'removed'`,
    [tenantId, userId],
  )
  if (Number(waiting?.count ?? 0n) >= MAX_WAITING)
    throw new Refusal('kernel.tooManyFilesWaiting', { params: { max: MAX_WAITING } })
  await mustFit(tx, tenantId, file.bytes, quotaBytes)
  const id = newId()
  await tx.execute(
    `insert into kernel_file (tenant_id, id, state, name, bytes, sent_by, mark, resource, field)
     values ($1, $2, 'sending', $3, $4, $5, $6, $7, $8)`,
    [tenantId, id, file.name, file.bytes, userId, file.mark, file.resource, file.field],
  )
  return { id, chunkBytes: CHUNK_BYTES, received: [] }
}

/**
 * Returns the row of a file that the caller sends, locked.
 *
 * @throws Refusal `kernel.notFound`, the same for a file that is not there and one that somebody else sends
 */
export async function mustBeSenders(tx: Tx, { tenantId, userId }: Caller, id: string): Promise<FileRow> {
  const row = await lockedFile(tx, tenantId, id)
  if (!row || row.sent_by !== userId || row.state === 'removed' || row.record_id !== null)
    throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/**
 * Keeps one chunk. Chunks come in any order and more than once; each is as long as its place says.
 *
 * @throws Refusal `kernel.notFound`, `kernel.invalid`
 */
export async function receiveChunk(tx: Tx, caller: Caller, id: string, chunk: number, content: Buffer): Promise<void> {
  const row = await mustBeSenders(tx, caller, id)
  // The answer to the last part, or to the end, was lost: everything is here already.
  if (row.state === 'ready') return
  const length = Math.min(CHUNK_BYTES, row.bytes - chunk * CHUNK_BYTES)
  if (length <= 0 || content.length !== length) throw invalid({ chunk: { key: 'kernel.field.fileChunk' } })
  await writeParts(tx, { tenantId: caller.tenantId, id, form: 'whole' }, content, chunk * (CHUNK_BYTES / PART_BYTES))
  await tx.execute('update kernel_file set touched_at = now() where tenant_id = $1 and id = $2', [caller.tenantId, id])
}

/** What has been received, once all of it is here. @throws Refusal `kernel.fileIncomplete`, `kernel.notFound` */
export async function receivedBytes(tx: Tx, caller: Caller, id: string): Promise<Buffer> {
  const row = await mustBeSenders(tx, caller, id)
  const content = await readBytes(tx, { tenantId: caller.tenantId, id, form: 'whole' }, 0, row.bytes - 1)
  if (content.length !== row.bytes) throw new Refusal('kernel.fileIncomplete', { status: 409 })
  return content
}

const isPictureName = (name: string): boolean =>
  IMAGE_TYPES.some(type => FILE_ENDINGS[type].some(ending => ending === endingOf(name)))

/**
 * Judges bytes by their content, and draws pictures anew, one at a time. Outside of any transaction: it takes a while.
 *
 * @param person whose file it is: people take turns
 * @param content the bytes, or what fetches them: that is asked when the turn has come
 * @throws Refusal `kernel.invalid` naming `file`, `kernel.busy`
 */
export function judgeContent(
  person: string,
  name: string,
  content: Buffer | (() => Promise<Buffer>),
  types: readonly FileType[],
): Promise<WholeFile> {
  const judge = async (): Promise<WholeFile> => {
    const bytes = Buffer.isBuffer(content) ? content : await content()
    const type = mustBeType(name, bytes, types)
    return isImageType(type) ? { type, ...(await redrawImage(type, bytes)) } : { type, content: bytes }
  }
  // A picture under another name is refused before anything is drawn.
  return isPictureName(name) ? inTurn(person, judge) : judge()
}

/** Stores a judged file unless another call has done so meanwhile. @throws Refusal `kernel.fileQuota`, `kernel.notFound` */
export async function finishFile(
  tx: Tx,
  caller: Caller,
  id: string,
  file: WholeFile,
  quotaBytes: number,
): Promise<void> {
  const row = await mustBeSenders(tx, caller, id)
  if (row.state === 'ready') return
  const more = file.content.length + (file.thumbnail?.length ?? 0) - row.bytes
  if (more > 0) await mustFit(tx, caller.tenantId, more, quotaBytes)
  await storeWhole(tx, caller.tenantId, id, file)
}

/** Gives up a file that no record holds; its bytes go at once. @throws Refusal `kernel.notFound` */
export async function discardFile(tx: Tx, caller: Caller, id: string): Promise<void> {
  await mustBeSenders(tx, caller, id)
  await tx.execute('delete from kernel_file where tenant_id = $1 and id = $2', [caller.tenantId, id])
}

/** A file that the product itself makes, such as a report. */
export interface MadeFile extends Pick<FileAnnounced, 'resource' | 'field' | 'name'> {
  /** Who may attach it by a form; null where the server writes the field. */
  readonly sentBy: string | null
  /** The record that holds it, where no save attaches it. */
  readonly recordId?: string
  readonly file: WholeFile
}

/** Stores a file that the product has made and judged (`judgeContent`). Returns its id, for a field of the record. */
export async function keepFile(tx: Tx, tenantId: string, made: MadeFile): Promise<string> {
  const id = newId()
  await tx.execute(
    `insert into kernel_file (tenant_id, id, state, name, bytes, sent_by, resource, field, record_id) values ($1, $2, 'sending', $3, $4, $5, $6, $7, $8)`,
    [tenantId, id, made.name, made.file.content.length, made.sentBy, made.resource, made.field, made.recordId ?? null],
  )
  await storeWhole(tx, tenantId, id, made.file)
  return id
}
