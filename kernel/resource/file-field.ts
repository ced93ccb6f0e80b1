import type { Field, FieldKindName } from './field.ts'
import {
  USUAL_TYPES,
  type FileType,
  IMAGE_TYPES,
  type ImageType,
  MEGABYTE,
  MOST_MEGABYTES,
  USUAL_FILES,
} from './file-types.ts'

type Shared = Omit<Field, 'kind' | 'optional' | '__value' | 'of' | 'values' | 'initial' | 'accept' | 'max'>
type FileOptions = Shared & { readonly accept?: readonly FileType[] }
type ImageOptions = Shared & { readonly accept?: readonly ImageType[] }
/** `max`: most files in the list, 10 when absent. */
type Many = { readonly max?: number }

/** Builders of fields that hold files of the store: one id, or ids in the order in which people arranged them. */
export const fileFields = {
  /** One file of a type in `accept` (any when absent), at most `megabytes` large (20). */
  file: (options: FileOptions = {}): Field<'file', string> => ({ kind: 'file', ...options }),
  files: (options: FileOptions & Many = {}): Field<'files', string[]> => ({ kind: 'files', ...options }),
  /** One picture. The console crops and scales it before upload; the server re-encodes it and makes a thumbnail. */
  image: (options: ImageOptions = {}): Field<'image', string> => ({ kind: 'image', ...options }),
  images: (options: ImageOptions & Many = {}): Field<'images', string[]> => ({ kind: 'images', ...options }),
}

/** Key of file names in the `labels` of an answer. */
export const FILE_LABELS = 'kernel.file'

const FILE_KINDS: ReadonlySet<FieldKindName> = new Set(['file', 'files', 'image', 'images'])
const LIST_KINDS: ReadonlySet<FieldKindName> = new Set(['tags', 'refs', 'files', 'images'])

/** Returns whether a field holds ids of files of the store. */
export const holdsFiles = ({ kind }: Pick<Field, 'kind'>): boolean => FILE_KINDS.has(kind)
export const holdsImages = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'image' || kind === 'images'
/** Returns whether the field's value is a list, so that its empty value is `[]`. */
export const isListKind = ({ kind }: Pick<Field, 'kind'>): boolean => LIST_KINDS.has(kind)

/** Limits of a file field: types, bytes of each file, and number of files. */
export interface FileRule {
  readonly types: readonly FileType[]
  readonly bytes: number
  readonly count: number
}

export function fileRule(of: Pick<Field, 'kind' | 'accept' | 'megabytes' | 'max'>): FileRule {
  return {
    types: of.accept ?? (holdsImages(of) ? IMAGE_TYPES : USUAL_TYPES),
    bytes: (of.megabytes ?? MOST_MEGABYTES) * MEGABYTE,
    count: isListKind(of) ? (of.max ?? USUAL_FILES) : 1,
  }
}
