import type { FastifyReply } from 'fastify'
import { writeSheet } from './write-sheet.ts'

type Lines = Parameters<typeof writeSheet>[2]

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export interface SheetFile {
  format: keyof typeof TYPES
  /** What the file is called in front of the day. */
  name: string
  /** Rows to come, for the bar of progress; null when nobody knows yet. */
  total: number | null
}

/** Answers with a spreadsheet that is written while it is read. From here on the reply is the file's. */
export async function sendSheet(reply: FastifyReply, { format, name, total }: SheetFile, lines: Lines): Promise<void> {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': TYPES[format],
    'content-disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${format}"`,
    ...(total === null ? {} : { 'x-total-rows': String(total) }),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  await writeSheet(reply.raw, format, lines)
}
