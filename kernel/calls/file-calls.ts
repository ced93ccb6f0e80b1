import { z } from 'zod'
import { type CallAnswer, defineCall } from './define-call.ts'
import { flagInput, idInput, idsInput, wholeInput } from './wire.ts'

/**
 * File name without separators, halves of surrogate pairs, invisible characters and characters that change the direction of text:
 * `gnp.exe` must not look like `exe.png`.
 */
export const fileName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]+$/u, { error: 'notAFileName' })

const MOST_BYTES = 20 * 1024 * 1024

export const fileInfo = z.object({
  id: idInput,
  name: z.string(),
  /** Type by content: `pdf`, `png` and so on. */
  type: z.string(),
  bytes: z.int(),
  /** Size of a picture in pixels; null for other files. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
/** A file as forms and details show it. */
export type FileInfo = z.output<typeof fileInfo>

export const beginFile = defineCall({
  method: 'POST',
  path: '/api/file/begin',
  access: 'signed-in',
  summary: 'announces a file for a field, or finds the one whose sending was interrupted',
  input: z.strictObject({
    /** Resource and field that the file is for, such as `assets.station` and `pictures`. */
    resource: z.string().max(80),
    field: z.string().max(80),
    name: fileName,
    bytes: wholeInput(1, MOST_BYTES),
    /** The sender's fingerprint of the content: the same content has the same mark. */
    mark: z.string().min(1).max(100),
  }),
  output: z.object({
    id: idInput,
    chunkBytes: z.int(),
    /** Numbers of the chunks that the server already has. */
    received: z.array(z.int()),
  }),
})
export type FileBegun = CallAnswer<typeof beginFile>

export const sendFileChunk = defineCall({
  method: 'POST',
  path: '/api/file/chunk',
  access: 'signed-in',
  summary: 'one chunk of an announced file, whose bytes are the body; in any order, also repeatedly',
  input: z.strictObject({ id: idInput, chunk: wholeInput(0, MOST_BYTES) }),
  output: z.null(),
})

export const finishFile = defineCall({
  method: 'POST',
  path: '/api/file/finish',
  access: 'signed-in',
  summary: 'judges a file that is whole, and draws a picture anew',
  input: z.strictObject({ id: idInput }),
  output: fileInfo,
})

export const discardFile = defineCall({
  method: 'POST',
  path: '/api/file/discard',
  access: 'signed-in',
  summary: 'gives up a file of the caller that no record holds',
  input: z.strictObject({ id: idInput }),
  output: z.null(),
})

export const fileInfos = defineCall({
  method: 'GET',
  path: '/api/file/about',
  access: 'signed-in',
  summary: 'names, types and sizes of the files among these that the caller may read',
  input: z.strictObject({
    ids: idsInput(100, 0),
  }),
  output: z.object({ list: z.array(fileInfo) }),
})

/** Query of the download address `GET /api/file/get`. */
export const fileQuery = z.strictObject({
  id: idInput,
  form: z.enum(['whole', 'thumbnail']).default('whole'),
  /** Download the file instead of showing it. */
  keep: flagInput.default(false),
})
