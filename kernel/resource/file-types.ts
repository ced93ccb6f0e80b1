/**
 * File types that can be uploaded, each with its file name extensions. The content decides the type of a file; the extension has
 * to agree.
 */
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
  /** Lines of a bill or of an account statement, in whatever encoding; also packed. */
  records: ['csv', 'txt', 'xml', 'sta', 'mt940', '940', 'dat'],
  gzip: ['gz'],
  zip: ['zip'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FileType = keyof typeof FILE_ENDINGS
// the object's own keys, of which there is at least one
export const FILE_TYPES = Object.keys(FILE_ENDINGS) as [FileType, ...FileType[]]

/** Types that only a field which names them accepts: the product reads them itself. Anything may lie in a packed file. */
const NAMED_TYPES = ['records', 'gzip', 'zip'] as const satisfies readonly FileType[]
export type UsualType = Exclude<FileType, (typeof NAMED_TYPES)[number]>
/** Types that a field accepts unless it says otherwise. */
// as above
export const USUAL_TYPES = FILE_TYPES.filter(type => !NAMED_TYPES.some(one => one === type)) as [
  UsualType,
  ...UsualType[],
]

/** Image types. The server re-encodes pictures, which removes camera and location data. */
export const IMAGE_TYPES = ['jpeg', 'png', 'webp'] as const satisfies readonly FileType[]
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Bytes of a megabyte, 1024², as file dialogs count. */
export const MEGABYTE = 1024 * 1024
/** Largest file that any field takes. */
export const MOST_MEGABYTES = 20
/** Most files in a list when the field has no `max`. */
export const USUAL_FILES = 10
/** Most characters of a file name. */
export const LONGEST_FILE_NAME = 120

/** Returns the extension of a name in lower case; empty when there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at < 1 ? '' : name.slice(at + 1).toLowerCase()
}

export const isImageType = (type: string): type is ImageType => (IMAGE_TYPES as readonly string[]).includes(type)
