/** Types of files that people may send, each with the endings of its names. What a file is, its content decides; the ending has to agree. */
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
  geojson: ['geojson', 'json'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FileType = keyof typeof FILE_ENDINGS
export const FILE_TYPES = Object.keys(FILE_ENDINGS) as [FileType, ...FileType[]] // its own keys, and there are some

/** Pictures: the server draws them anew, so that nothing of the camera or the place stays in them. */
export const IMAGE_TYPES = ['jpeg', 'png', 'webp'] as const satisfies readonly FileType[]
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Bytes of a megabyte, as people who choose files count. */
export const MEGABYTE = 1024 * 1024
/** Largest file that any field takes. */
export const MOST_MEGABYTES = 20
/** Files of a list that says nothing else. */
export const USUAL_FILES = 10
/** Characters of a file's name. */
export const LONGEST_FILE_NAME = 120

/** Returns the ending of a name in small letters; empty when it has none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at < 1 ? '' : name.slice(at + 1).toLowerCase()
}

export const isImageType = (type: string): type is ImageType => (IMAGE_TYPES as readonly string[]).includes(type)
