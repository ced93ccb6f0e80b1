import { endingOf, FILE_ENDINGS, FILE_TYPES, type FileType } from '@wattyard/resource'
import { invalid } from '../refusal.ts'

/** First bytes of a format; `null` stands for any byte. */
const STARTS: readonly (readonly [FileType, readonly (number | null)[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38, null, 0x61]],
  ['webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['gzip', [0x1f, 0x8b, 0x08]],
]

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Names of members stand in a zip as they are, whatever is packed. */
const OFFICE: readonly (readonly [FileType, string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
]

const UTF8 = new TextDecoder('utf-8', { fatal: true })
/** Control characters other than tabs and ends of lines do not occur in text for people. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ // oxlint-disable-line no-control-regex -- they are what is looked for

function zippedType(bytes: Buffer): FileType | null {
  if (!bytes.includes('[Content_Types].xml')) return 'zip'
  // Macros run where the document is opened.
  if (bytes.includes('vbaProject.bin')) return null
  return OFFICE.find(([, member]) => bytes.includes(member))?.[0] ?? null
}

function isText(bytes: Buffer): boolean {
  try {
    return !CONTROL.test(UTF8.decode(bytes))
  } catch {
    return false
  }
}

/** Bytes at the beginning in which a GeoJSON file says what it is. */
const GEOJSON_HEAD = 4_096
const GEOJSON =
  /^\uFEFF?\s*\{[^]*"type"\s*:\s*"(FeatureCollection|Feature|(Multi)?(Polygon|LineString|Point)|GeometryCollection)"/

/** Bytes in which lines of records show that they are lines: banks write GBK and Latin-1, so most other bytes may occur. */
const RECORDS_HEAD = 65_536
/** Encodings of two bytes, each with the mark by which a file may say that it is in it. */
const WIDE = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * Spreadsheets write "Unicode text": two bytes for each character. A file with a mark says so itself; one without shows it by its
 * lines, which have ends, and separators, digits or Latin letters between words of any script.
 */
function isWideText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, Math.min(bytes.length, RECORDS_HEAD) & ~1)
  return WIDE.some(([encoding, mark]) => {
    try {
      // A pair of surrogates may lie across the end of what is looked at.
      const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length < bytes.length })
      const isMarked = mark.every((byte, at) => bytes[at] === byte)
      const plain = text.match(/[\t -~]/g)?.length ?? 0
      return !CONTROL.test(text) && (isMarked || (/[\r\n]/.test(text) && plain * 8 > text.length))
    } catch {
      return false
    }
  })
}

const isRecords = (bytes: Buffer): boolean =>
  !CONTROL.test(bytes.toString('latin1', 0, RECORDS_HEAD)) || isWideText(bytes)

/** Text that begins as GeoJSON does; whether it is, whoever takes it finds out. */
const textType = (bytes: Buffer): FileType =>
  GEOJSON.test(bytes.toString('utf8', 0, GEOJSON_HEAD)) ? 'geojson' : 'text'

/**
 * Returns the type of a file by its content; null for everything that is not on the list, whatever its name says. Lines of records are
 * a type only where they are accepted: elsewhere they are text or nothing.
 */
export function typeOfContent(bytes: Buffer, accepted: readonly FileType[] = FILE_TYPES): FileType | null {
  const known = STARTS.find(([, start]) => start.every((byte, at) => byte === null || bytes[at] === byte))
  if (known) return known[0]
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return zippedType(bytes)
  if (accepted.includes('records') && !accepted.includes('text')) return isRecords(bytes) ? 'records' : null
  return isText(bytes) ? textType(bytes) : null
}

/** Media types by which files are sent to browsers. */
export const MEDIA_TYPES: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  text: 'text/plain; charset=utf-8',
  geojson: 'application/geo+json',
  // In whatever encoding: a browser keeps it and does not show it.
  records: 'application/octet-stream',
  gzip: 'application/gzip',
  zip: 'application/zip',
}

const endingsText = (types: readonly FileType[]): string =>
  types
    .flatMap(type => FILE_ENDINGS[type])
    .map(ending => `.${ending}`)
    .join(', ')

/** @throws Refusal `kernel.invalid` naming `file` when the name's ending belongs to no type that is accepted */
export function mustHaveEnding(name: string, accepted: readonly FileType[]): void {
  const endings: readonly string[] = accepted.flatMap(type => FILE_ENDINGS[type])
  if (!endings.includes(endingOf(name)))
    throw invalid({ file: { key: 'kernel.field.fileType', params: { endings: endingsText(accepted) } } })
}

/**
 * Returns the type of a whole file.
 *
 * @throws Refusal `kernel.invalid` naming `file`: the content is of no accepted type, or the name's ending contradicts it
 */
export function mustBeType(name: string, content: Buffer, accepted: readonly FileType[]): FileType {
  const type = typeOfContent(content, accepted)
  if (type === null || !accepted.includes(type))
    throw invalid({ file: { key: 'kernel.field.fileType', params: { endings: endingsText(accepted) } } })
  const endings: readonly string[] = FILE_ENDINGS[type]
  if (!endings.includes(endingOf(name)))
    throw invalid({ file: { key: 'kernel.field.fileEnding', params: { endings: endingsText([type]) } } })
  return type
}
