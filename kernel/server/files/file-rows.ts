import { createHash } from 'node:crypto'
import type { FileInfo } from '@wattyard/calls'
import { FILE_TYPES, type FileType } from '@wattyard/resource'
import { col, type RowIn } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'

/** Bytes of a row; the table's check says the same. */
export const PART_BYTES = 32_768

export type FileForm = 'whole' | 'thumbnail'

export const FILE_ROW = {
  id: col.uuid,
  state: col.oneOf(['sending', 'ready', 'removed']),
  name: col.text,
  type: col.oneOf(FILE_TYPES).orNull,
  bytes: col.integer,
  thumbnail_bytes: col.integer,
  sha256: col.text.orNull,
  width: col.integer.orNull,
  height: col.integer.orNull,
  sent_by: col.uuid.orNull,
  resource: col.text,
  field: col.text,
  record_id: col.uuid.orNull,
}
export type FileRow = RowIn<typeof FILE_ROW>

const COLUMNS = Object.keys(FILE_ROW).join(', ')

/** Rows of files by id, in no order; what is not there is left out. */
export function fileRows(tx: Tx, tenantId: string, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return tx.query(FILE_ROW, `select ${COLUMNS} from kernel_file where tenant_id = $1 and id = any($2::uuid[])`, [
    tenantId,
    ids,
  ])
}

/** A file as people see it. */
export const infoOf = ({ id, name, type, bytes, width, height }: FileRow): FileInfo => ({
  id,
  name,
  type: type ?? '',
  bytes,
  width,
  height,
})

/**
 * Names, types and sizes of stored files of the transaction's tenant, in no order. For modules that have the ids from a
 * record which the caller reaches: whether the caller may read the files is not asked here.
 */
export async function storedFiles(tx: Tx, ids: readonly string[]): Promise<FileInfo[]> {
  if (tx.tenantId === null) throw new Error('files are asked for without a tenant')
  return (await fileRows(tx, tx.tenantId, ids)).filter(row => row.state === 'ready').map(infoOf)
}

/**
 * Reads the bytes of a stored file of the transaction's tenant; null when there is none that is whole. For modules that have the
 * id from a record: whether the caller may read the file is not asked here.
 */
export async function readStoredFile(tx: Tx, id: string): Promise<Buffer | null> {
  if (tx.tenantId === null) throw new Error('a file is asked for without a tenant')
  const [row] = await fileRows(tx, tx.tenantId, [id])
  if (row?.state !== 'ready') return null
  return readBytes(tx, { tenantId: tx.tenantId, id, form: 'whole' }, 0, row.bytes - 1)
}

/** Row of one file, locked against other writers of it; null when there is none. */
export async function lockedFile(tx: Tx, tenantId: string, id: string): Promise<FileRow | null> {
  const [row] = await tx.query(
    FILE_ROW,
    `select ${COLUMNS} from kernel_file where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  )
  return row ?? null
}

interface Place {
  tenantId: string
  id: string
  form: FileForm
}

/** Writes bytes from some part on. The same bytes sent again change nothing. */
export async function writeParts(tx: Tx, { tenantId, id, form }: Place, content: Buffer, firstPart = 0): Promise<void> {
  await tx.execute(
    `insert into kernel_file_part (tenant_id, file_id, form, part, content)
     select $1, $2, $3, $4::integer + n, substring($5::bytea from n * ${PART_BYTES} + 1 for ${PART_BYTES})
     from generate_series(0, (octet_length($5::bytea) - 1) / ${PART_BYTES}) as n
     on conflict (tenant_id, file_id, form, part) do update set content = excluded.content`,
    [tenantId, id, form, firstPart, content],
  )
}

export async function deleteParts(tx: Tx, { tenantId, id, form }: Place): Promise<void> {
  await tx.execute('delete from kernel_file_part where tenant_id = $1 and file_id = $2 and form = $3', [
    tenantId,
    id,
    form,
  ])
}

/** Bytes of a file from `from` to `to`, both included. Only the parts that hold them are read. */
export async function readBytes(tx: Tx, { tenantId, id, form }: Place, from: number, to: number): Promise<Buffer> {
  const first = Math.floor(from / PART_BYTES)
  const parts = await tx.query(
    { content: col.bytes },
    `select content from kernel_file_part
     where tenant_id = $1 and file_id = $2 and form = $3 and part between $4 and $5 order by part`,
    [tenantId, id, form, first, Math.floor(to / PART_BYTES)],
  )
  const start = first * PART_BYTES
  return Buffer.concat(parts.map(part => part.content)).subarray(from - start, to - start + 1)
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** A file that is whole, as it is stored. */
export interface WholeFile {
  readonly type: FileType
  readonly content: Buffer
  readonly thumbnail?: Buffer
  readonly width?: number
  readonly height?: number
}

/** Puts the bytes of a whole file in the place of whatever was received, and marks it as ready. */
export async function storeWhole(tx: Tx, tenantId: string, id: string, file: WholeFile): Promise<void> {
  const { type, content, thumbnail } = file
  await deleteParts(tx, { tenantId, id, form: 'whole' })
  await writeParts(tx, { tenantId, id, form: 'whole' }, content)
  if (thumbnail) await writeParts(tx, { tenantId, id, form: 'thumbnail' }, thumbnail)
  await tx.execute(
    `update kernel_file set state = 'ready', type = $3, bytes = $4, thumbnail_bytes = $5, sha256 = $6, width = $7, height = $8,
       mark = null, touched_at = now()
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      id,
      type,
      content.length,
      thumbnail?.length ?? 0,
      sha256Of(content),
      file.width ?? null,
      file.height ?? null,
    ],
  )
}
