import { idInput } from '@wattyard/calls'
import { z } from 'zod'
import type { FieldKindName } from './field.ts'
import { USUAL_FILES } from './file-types.ts'
import type { FieldKind } from './kinds.ts'
import { richTextInput } from './rich-text-schema.ts'

const same = (value: unknown): unknown => value
const ids = (max: number) =>
  z
    .union([
      z.array(idInput).max(max),
      // A form body encodes the empty list as an empty text, and a list of one item as one text.
      z.literal('').transform((): string[] => []),
      idInput.transform(one => [one]),
    ])
    .refine(list => new Set(list).size === list.length, { error: 'fileTwice' })

const ONE: FieldKind = {
  column: () => 'uuid',
  schema: () => idInput,
  toWire: same,
  filter: 'none',
  wire: () => idInput,
}
const MANY: FieldKind = {
  column: () => 'uuid[]',
  schema: of => ids(of.max ?? USUAL_FILES),
  toWire: same,
  filter: 'none',
  wire: () => z.array(idInput),
}

/** Kinds for rich text and files. The server's file store checks that the files exist and whose they are. */
export const DOCUMENT_KINDS: Readonly<
  Record<Extract<FieldKindName, 'file' | 'files' | 'image' | 'images' | 'richText'>, FieldKind>
> = {
  file: ONE,
  files: MANY,
  image: ONE,
  images: MANY,
  richText: {
    column: () => 'jsonb',
    schema: () => richTextInput,
    toWire: same,
    filter: 'none',
    wire: () => z.object({ type: z.literal('doc'), content: z.array(z.json()) }).describe('text with little form'),
  },
}
