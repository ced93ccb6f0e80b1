import type { FileFacts, FileItem, FileReader } from './result.ts'

/** Yields the items of a file that comes in pieces and returns its facts. Throws only what the source throws. */
export async function* readFile(
  reader: FileReader,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<FileItem, FileFacts> {
  for await (const bytes of source) yield* reader.push(bytes)
  const { items, facts } = reader.end()
  yield* items
  return facts
}

/** Returns all items and the facts of a file in memory. */
export function readBytes(reader: FileReader, bytes: Uint8Array): { items: FileItem[]; facts: FileFacts } {
  const items = reader.push(bytes)
  const last = reader.end()
  for (const item of last.items) items.push(item)
  return { items, facts: last.facts }
}
