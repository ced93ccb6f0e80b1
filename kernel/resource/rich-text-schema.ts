import { isPlainText } from '@wattyard/calls'
import { z } from 'zod'
import { type Block, type ListItem, MAX_DEPTH, MAX_RICH_TEXT, type RichText, plainText, safeHref } from './rich-text.ts'

/** Most blocks, or pieces of text, in one list. No form needs more. */
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
    text: z.string().min(1).max(MAX_RICH_TEXT).refine(isPlainText, { error: 'forbiddenCharacter' }),
    marks: z.array(mark).max(3).optional(),
  }),
  z.strictObject({ type: z.literal('hard_break') }),
])
const inlines = z.array(inline).max(MAX_PARTS).optional()

/** Returns the schema of the blocks at a depth. At `MAX_DEPTH` only blocks without inner blocks are allowed. */
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
  // The cast only changes how absent keys are typed: zod adds `undefined`, TypeScript's optional keys do not. Blocks are told
  // apart by `type` first; a plain union would check each level once per kind of block.
  const list = (parts: Parameters<typeof z.discriminatedUnion>[1]) =>
    z.array(z.discriminatedUnion('type', parts)).min(1).max(MAX_PARTS) as unknown as z.ZodType<Block[]>
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

/** Schema of a rich text. It refuses unknown content instead of removing it, so that the stored text is what the author saw. */
export const richTextSchema: z.ZodType<RichText> = z
  .strictObject({ type: z.literal('doc'), content: blocksAt(0) })
  .refine(text => plainText(text).length <= MAX_RICH_TEXT, { error: 'tooLong', params: { max: MAX_RICH_TEXT } })

/** Errors with a message of their own. Any other is `notRichText`. */
const KNOWN = new Set(['tooLong', 'forbiddenCharacter'])

/** Schema of a rich text in a form. It reports one issue for the whole field, because the form shows one control. */
export const richTextInput: z.ZodType<RichText> = z.unknown().transform((value, context): RichText => {
  const checked = richTextSchema.safeParse(value)
  if (checked.success) return checked.data
  const told = value === undefined ? 'required' : flawOf(checked.error.issues)
  context.addIssue({ code: 'custom', message: told, ...(told === 'tooLong' ? { params: { max: MAX_RICH_TEXT } } : {}) })
  return z.NEVER
})

function flawOf(issues: readonly z.core.$ZodIssue[]): string {
  for (const issue of issues) {
    if (KNOWN.has(issue.message)) return issue.message
    if (issue.code === 'too_big' && issue.origin === 'string') return 'tooLong'
    if (issue.code !== 'invalid_union') continue
    const inner = flawOf(issue.errors.flat())
    if (inner !== 'notRichText') return inner
  }
  return 'notRichText'
}
