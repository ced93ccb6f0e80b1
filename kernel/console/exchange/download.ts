import { api } from '../api/api.ts'
import type { Payload } from '../api/encode.ts'

export interface ExportProgress {
  /** Rows of the whole file, 0 when the server did not say. */
  readonly total: number
  /** Rows so far; exact for CSV, estimated by bytes otherwise. */
  readonly rows: number
  readonly bytes: number
}

const LINE_FEED = 10

/** Lines ended in a chunk. */
export function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1
  return lines
}

/** File name of a Content-Disposition header. */
export function fileNameOf(header: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  const plain = /filename="([^"]+)"/i.exec(header ?? '')?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? fallback)
  } catch {
    return plain ?? fallback
  }
}

/** Hands a file to the person. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file by the next task; the memory must not stay.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Streams an export into a file and reports how far it is. Aborting stops the server's work too. @throws ApiError */
export async function downloadExport(
  path: string,
  query: Payload,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  const response = await api.stream(path, query, { signal })
  const total = Number(response.headers.get('x-total-rows') ?? 0)
  const type = response.headers.get('content-type') ?? ''
  const isText = type.startsWith('text/')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let progress: ExportProgress = { total, rows: 0, bytes: 0 }
  let lines = 0
  if (!response.body) throw new Error('the answer has no body')
  for await (const chunk of response.body) {
    chunks.push(chunk)
    if (isText) lines += countLines(chunk)
    progress = {
      total,
      rows: Math.min(Math.max(0, lines - 1), total || lines),
      bytes: progress.bytes + chunk.byteLength,
    }
    onProgress(progress)
  }
  saveFile(fileNameOf(response.headers.get('content-disposition'), 'export'), new Blob(chunks, { type }))
  return { ...progress, rows: total || progress.rows }
}
