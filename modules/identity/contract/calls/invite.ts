import { idInput, instant } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { user } from '../user.ts'

/** One link, said once: the server keeps only what proves it. */
const saidInvitation = z.object({
  /** Of the person. */
  id: idInput,
  name: z.string(),
  /** What they sign in as. */
  username: z.string(),
  /** Behind the console's own address; the secret stands after `#`. */
  path: z.string(),
  expiresAt: instant,
  /** Ways it was sent by; none when somebody has to pass it on. */
  sentBy: z.array(z.enum(['mail', 'sms', 'wechat'])).readonly(),
})
export type SaidInvitation = z.output<typeof saidInvitation>

export const inviteUsers = defineCommandAnswer(user, 'invite', z.object({ list: z.array(saidInvitation) }))
