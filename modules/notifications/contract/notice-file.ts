/** What a file of a notice may be. Decided by its content; the ending of its name has to agree. */
export const FILE_ENDINGS = {
  pdf: ['pdf'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  gif: ['gif'],
  webp: ['webp'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  pptx: ['pptx'],
  text: ['txt', 'csv'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FileKind = keyof typeof FILE_ENDINGS
export const FILE_KINDS = Object.keys(FILE_ENDINGS) as [FileKind, ...FileKind[]] // its own keys, and there are some

/** Bounds of what a tenant can allow. */
export const MOST_FILES = 20
export const MOST_MEGABYTES = 20
/** Bytes of a megabyte, as people who choose files count. */
export const MEGABYTE = 1024 * 1024
/** Characters of a name. */
export const LONGEST_FILE_NAME = 120

/** Setting of a tenant: how many files a notice may have, how large each, and of which kinds. */
export const NOTICE_FILES = 'notifications.noticeFiles'
export interface NoticeFileLimits {
  readonly files: number
  readonly megabytes: number
  readonly kinds: readonly FileKind[]
}

/** A file of a notice, as its readers see it. */
export interface NoticeFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
}

/** The ending of a name in small letters; empty when it has none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at < 1 ? '' : name.slice(at + 1).toLowerCase()
}
