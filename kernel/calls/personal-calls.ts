import { type CallAnswer, defineCall } from './define-call.ts'
import { idInput, isPlainText } from './wire.ts'
import { z } from 'zod'

/** Most records whose personal data one person may have revealed within an hour; a case of customer service needs a few. */
export const REVEALS_PER_HOUR = 60
/** Seconds after which the console hides what it revealed. */
export const REVEALED_SECONDS = 60

export const revealPersonal = defineCall({
  method: 'POST',
  path: '/api/platform/personal/reveal',
  access: 'platform.personal:reveal',
  summary: 'shows the personal data of one record that the caller may read, and logs who saw it and why',
  input: z.strictObject({
    /** Name of the definition, such as `members.member`. */
    resource: z.string().min(1).max(80),
    id: idInput,
    // Two signs that can be read: a reason of blanks and marks without a shape would tell nobody anything.
    reason: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .refine(isPlainText, { error: 'forbiddenCharacter' })
      .refine(text => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2, { error: 'required' }),
  }),
  output: z.object({
    /** Values in clear, by field. */
    values: z.record(z.string(), z.string()),
    /** How long a screen may show them. */
    seconds: z.int(),
  }),
})
export type Revealed = CallAnswer<typeof revealPersonal>
