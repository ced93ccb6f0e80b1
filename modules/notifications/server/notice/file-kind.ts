import type { FileKind } from '../../contract/notice-file.ts'

/** First bytes of a format; `null` stands for any byte. */
const STARTS: readonly (readonly [FileKind, readonly (number | null)[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38, null, 0x61]],
  ['webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
]

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Names inside of a zip stand in it as they are, whatever is packed. */
const OFFICE: readonly (readonly [FileKind, string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
]

const UTF8 = new TextDecoder('utf-8', { fatal: true })
/** Control characters other than tabs and ends of lines: no text for people. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ // oxlint-disable-line no-control-regex -- they are what is looked for

function officeKind(bytes: Buffer): FileKind | null {
  // Programs inside of documents run where they are opened.
  if (!bytes.includes('[Content_Types].xml') || bytes.includes('vbaProject.bin')) return null
  return OFFICE.find(([, part]) => bytes.includes(part))?.[0] ?? null
}

function isText(bytes: Buffer): boolean {
  try {
    return !CONTROL.test(UTF8.decode(bytes))
  } catch {
    return false
  }
}

/** What a file is by what is in it; null for everything that is not on the list, whatever its name says. */
export function kindOf(bytes: Buffer): FileKind | null {
  const known = STARTS.find(([, start]) => start.every((byte, at) => byte === null || bytes[at] === byte))
  if (known) return known[0]
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return officeKind(bytes)
  return isText(bytes) ? 'text' : null
}

const TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  text: 'text/plain; charset=utf-8',
}

export const typeOf = (kind: FileKind): string => TYPES[kind]
