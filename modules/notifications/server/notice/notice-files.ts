import { createHash } from 'node:crypto'
import { declareSetting } from '@wattyard/platform/server'
import { invalid, newId, Refusal, type Tx, col } from '@wattyard/server-kit'
import { z } from 'zod'
import {
  endingOf,
  FILE_ENDINGS,
  FILE_KINDS,
  type FileKind,
  MEGABYTE,
  MOST_FILES,
  MOST_MEGABYTES,
  NOTICE_FILES,
  type NoticeFile,
  type NoticeFileLimits,
} from '../../contract/notice-file.ts'
import { kindOf } from './file-kind.ts'

/** Bytes of a row; the table's check says the same. */
const PART_BYTES = 32_768

export const noticeFileLimits = declareSetting<NoticeFileLimits>({
  key: NOTICE_FILES,
  schema: z.strictObject({
    files: z.number().int().min(0).max(MOST_FILES),
    megabytes: z.number().int().min(1).max(MOST_MEGABYTES),
    kinds: z.array(z.enum(FILE_KINDS)).max(FILE_KINDS.length),
  }),
  initial: { files: 10, megabytes: MOST_MEGABYTES, kinds: FILE_KINDS },
})

export interface FileRow {
  id: string
  notice_id: string
  name: string
  kind: FileKind
  bytes: number
  sha256: string
}

/** Files of some notices, in the order in which they were added. */
export async function filesOf(
  tx: Tx,
  tenantId: string,
  noticeIds: readonly string[],
): Promise<ReadonlyMap<string, NoticeFile[]>> {
  const found = new Map<string, NoticeFile[]>()
  if (noticeIds.length === 0) return found
  const rows = await tx.query(
    {
      id: col.uuid,
      notice_id: col.uuid,
      name: col.text,
      kind: col.oneOf(FILE_KINDS),
      bytes: col.integer,
      sha256: col.text,
    },
    `select id, notice_id, name, kind, bytes, sha256 from notifications_notice_file
     where tenant_id = $1 and notice_id = any($2::uuid[]) order by id`,
    [tenantId, noticeIds],
  )
  for (const { id, notice_id, name, bytes } of rows)
    found.set(notice_id, [...(found.get(notice_id) ?? []), { id, name, bytes }])
  return found
}

/** Which kind a file is, by content and name. @throws Refusal `kernel.invalid` or `kernel.tooLarge` */
function mustBeAllowed(name: string, content: Buffer, { megabytes, kinds }: NoticeFileLimits): FileKind {
  if (content.length === 0) throw invalid({ file: { key: 'notifications.field.fileEmpty' } })
  if (content.length > megabytes * MEGABYTE)
    throw new Refusal('notifications.fileTooLarge', { status: 413, params: { max: megabytes } })
  const kind = kindOf(content)
  if (kind === null || !kinds.includes(kind)) throw invalid({ file: { key: 'notifications.field.fileKind' } })
  const endings: readonly string[] = FILE_ENDINGS[kind]
  if (!endings.includes(endingOf(name)))
    throw invalid({
      file: { key: 'notifications.field.fileEnding', params: { endings: endings.map(one => `.${one}`).join(', ') } },
    })
  return kind
}

/** Where a notice can be changed its files can: not under the eyes of its readers. */
const CHANGEABLE = ['draft', 'withdrawn']

/** @throws Refusal `kernel.notFound`, `kernel.notAllowedNow` */
export async function mustBeChangeable(tx: Tx, tenantId: string, noticeId: string): Promise<void> {
  const [row] = await tx.query(
    { state: col.text },
    'select state from notifications_notice where tenant_id = $1 and id = $2 for update',
    [tenantId, noticeId],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  if (!CHANGEABLE.includes(row.state)) throw new Refusal('kernel.notAllowedNow')
}

interface NewFile {
  noticeId: string
  name: string
  content: Buffer
  addedBy: string
}

/**
 * Keeps a file with its notice, whole or not at all. What the notice has already is not kept twice: who sends again because
 * no answer came gets the file that is there.
 *
 * @returns the file, and whether it is new
 */
export async function addFile(
  tx: Tx,
  tenantId: string,
  { noticeId, name, content, addedBy }: NewFile,
  limits: NoticeFileLimits,
): Promise<{ file: NoticeFile; sha256: string; isNew: boolean }> {
  await mustBeChangeable(tx, tenantId, noticeId)
  const kind = mustBeAllowed(name, content, limits)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const there = await tx.query(
    { id: col.uuid, name: col.text, bytes: col.integer, sha256: col.text },
    'select id, name, bytes, sha256 from notifications_notice_file where tenant_id = $1 and notice_id = $2',
    [tenantId, noticeId],
  )
  const same = there.find(one => one.sha256 === sha256)
  if (same) return { file: { id: same.id, name: same.name, bytes: same.bytes }, sha256, isNew: false }
  if (there.length >= limits.files) throw new Refusal('notifications.tooManyFiles', { params: { max: limits.files } })
  const id = newId()
  await tx.execute(
    `insert into notifications_notice_file (tenant_id, id, notice_id, name, kind, bytes, sha256, added_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, id, noticeId, name, kind, content.length, sha256, addedBy],
  )
  await tx.execute(
    `insert into notifications_notice_file_part (tenant_id, file_id, part, content)
     select $1, $2, part, substring($3::bytea from part * ${PART_BYTES} + 1 for ${PART_BYTES})
     from generate_series(0, (octet_length($3::bytea) - 1) / ${PART_BYTES}) as part`,
    [tenantId, id, content],
  )
  return { file: { id, name, bytes: content.length }, sha256, isNew: true }
}

/** @throws Refusal `kernel.notFound` */
export async function fileRow(tx: Tx, tenantId: string, id: string): Promise<FileRow> {
  const [row] = await tx.query(
    {
      id: col.uuid,
      notice_id: col.uuid,
      name: col.text,
      kind: col.oneOf(FILE_KINDS),
      bytes: col.integer,
      sha256: col.text,
    },
    'select id, notice_id, name, kind, bytes, sha256 from notifications_notice_file where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** The bytes of a file. @throws Error when they are not what was stored: nobody is handed something else */
export async function contentOf(tx: Tx, tenantId: string, { id, sha256 }: FileRow): Promise<Buffer> {
  const parts = await tx.query(
    { content: col.bytes },
    'select content from notifications_notice_file_part where tenant_id = $1 and file_id = $2 order by part',
    [tenantId, id],
  )
  const content = Buffer.concat(parts.map(part => part.content))
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`file ${id} of a notice is not what was stored`)
  return content
}
