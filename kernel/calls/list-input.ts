import { z } from 'zod'
import { wholeInput } from './wire.ts'

const MAX_PAGE_SIZE = 200
const DEFAULT_PAGE_SIZE = 20

/** Input of `list`, `export` and saved views. Filters are checked against the definition afterwards. */
export const listInput = z.strictObject({
  page: wholeInput(1, 100_000).default(1),
  pageSize: wholeInput(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  sort: z.string().max(60).optional(),
  q: z.string().max(100).optional(),
  filter: z.record(z.string().max(60), z.unknown()).optional(),
})
export type ListInput = z.infer<typeof listInput>
