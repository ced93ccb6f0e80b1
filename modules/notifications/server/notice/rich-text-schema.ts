import { isPlainText } from '@wattyard/calls'
import { z } from 'zod'
import {
  type Block,
  type ListItem,
  MAX_DEPTH,
  MAX_NOTICE,
  type NoticeText,
  plainText,
  safeHref,
} from '../../contract/index.ts'

/** Blocks and pieces of text in one place; beyond it nobody writes a notice. */
const MAX_PARTS = 500

const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('strong') }),
  z.strictObject({ type: z.literal('em') }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.strictObject({ href: z.string().refine(href => safeHref(href) !== null) }),
  }),
])

const inline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1).max(MAX_NOTICE).refine(isPlainText, { error: 'forbiddenCharacter' }),
    marks: z.array(mark).max(3).optional(),
  }),
  z.strictObject({ type: z.literal('hard_break') }),
])
const inlines = z.array(inline).max(MAX_PARTS).optional()

/** What may stand at a depth; deeper there are only paragraphs. */
function blocksAt(depth: number): z.ZodType<Block[]> {
  const leaves = [
    z.strictObject({ type: z.literal('paragraph'), content: inlines }),
    z.strictObject({
      type: z.literal('heading'),
      attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
      content: inlines,
    }),
    z.strictObject({ type: z.literal('horizontal_rule') }),
  ] as const
  // Every part is of its own type; zod's "may be absent" and TypeScript's differ by undefined alone.
  const list = (parts: readonly z.ZodType[]) =>
    z.array(z.union(parts)).min(1).max(MAX_PARTS) as unknown as z.ZodType<Block[]>
  if (depth >= MAX_DEPTH) return list(leaves)
  const inner = z.lazy(() => blocksAt(depth + 1))
  const items = z
    .array(z.strictObject({ type: z.literal('list_item'), content: inner }))
    .min(1)
    .max(MAX_PARTS) as unknown as z.ZodType<ListItem[]>
  return list([
    ...leaves,
    z.strictObject({ type: z.literal('bullet_list'), content: items }),
    z.strictObject({ type: z.literal('ordered_list'), content: items }),
    z.strictObject({ type: z.literal('blockquote'), content: inner }),
  ])
}

/**
 * The list of what may stand in a notice. What is not in it is refused, not cleaned: nothing is stored that somebody did not
 * see so in the editor.
 */
export const noticeTextSchema: z.ZodType<NoticeText> = z
  .strictObject({ type: z.literal('doc'), content: blocksAt(0) })
  .refine(text => plainText(text).length <= MAX_NOTICE)
