import { idInput, instant } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { user } from '../user.ts'

/** An invitation with its link, which is shown once: the server stores only a proof of the secret. */
const saidInvitation = z.object({
  /** Id of the person. */
  id: idInput,
  name: z.string(),
  /** Login name of the person. */
  username: z.string(),
  /** Path relative to the console's address; the secret follows the `#`. */
  path: z.string(),
  expiresAt: instant,
  /** Channels that it was sent by. Empty when somebody has to pass the link on. */
  sentBy: z.array(z.enum(['mail', 'sms', 'wechat'])).readonly(),
})
export type SaidInvitation = z.output<typeof saidInvitation>

export const inviteUsers = defineCommandAnswer(user, 'invite', z.object({ list: z.array(saidInvitation) }))
