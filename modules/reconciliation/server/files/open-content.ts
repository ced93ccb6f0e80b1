import { gunzip, listZip, readZipEntry, UnpackError } from '@wattyard/payment-files'

/** Most bytes of a file once it is unpacked: two million rows of a bill. */
const MAX_BYTES = 1_024 * 1_024 * 1_024
const LIMITS = { maxBytes: MAX_BYTES }
/** Bytes that are read before others have their turn. */
const PIECE_BYTES = 65_536

/** An archive in which nobody knows which file is meant. */
export class SeveralFiles extends Error {}

/**
 * Returns the bytes of a file as its maker wrote it, unpacked where it is packed. A reader throws UnpackError where they cannot be
 * unpacked.
 * @throws UnpackError; SeveralFiles for an archive with several files beside summaries
 */
export function openContent(content: Buffer): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (content[0] === 0x1f && content[1] === 0x8b) return gunzip(inPieces(content), LIMITS)
  if (content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return openArchive(content)
  return inPieces(content)
}

/** Alipay packs the rows of a day together with a summary of them. */
function openArchive(content: Buffer): AsyncIterable<Uint8Array> {
  const entries = listZip(content).filter(({ name }) => !name.includes('汇总'))
  const [entry] = entries
  if (!entry) throw new UnpackError('damaged', 'there is no file in it')
  if (entries.length > 1) throw new SeveralFiles(`${entries.length} files`)
  return readZipEntry(content, entry, LIMITS)
}

function* inPieces(content: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
}
