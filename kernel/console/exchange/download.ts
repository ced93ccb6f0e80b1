import { api } from '../api/api.ts'
import type { Payload } from '../api/encode.ts'

export interface ExportProgress {
  /** Rows of the whole file; 0 when the server did not state it. */
  readonly total: number
  /** Rows received so far; exact for CSV, otherwise estimated from the bytes. */
  readonly rows: number
  readonly bytes: number
}

const LINE_FEED = 10

/** Returns the number of line feeds in a chunk. */
export function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1
  return lines
}

/** Returns the file name in a Content-Disposition header; `fallback` when there is none. */
export function fileNameOf(header: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  const plain = /filename="([^"]+)"/i.exec(header ?? '')?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? fallback)
  } catch {
    return plain ?? fallback
  }
}

/** Saves content as a file on the person's machine. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file by then; the URL would keep its memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/**
 * Streams an export into a file and reports its progress. Aborting stops the server's work too.
 * @throws ApiError
 */
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
