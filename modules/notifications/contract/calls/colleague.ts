import { type CallAnswer, defineCall, idInput, isPlainText } from '@wattyard/calls'
import { z } from 'zod'
import { MAX_TEXT } from '../message.ts'

export const listColleagues = defineCall({
  method: 'GET',
  path: '/api/bbs/friend/list',
  access: 'signed-in',
  summary: 'the people of the tenant whom the caller may write to, and who of them is there',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        loginName: z.string(),
        /** Up to two letters as a picture of the person. */
        initials: z.string(),
        officeName: z.string(),
        postLabel: z.string(),
        /** Whether they were heard within the last five minutes. */
        online: z.boolean(),
      }),
    ),
  }),
})
/** A person of the tenant whom the caller can write to (contract §7.1). */
export type Friend = CallAnswer<typeof listColleagues>['list'][number]

export const writeToColleague = defineCall({
  method: 'POST',
  path: '/api/bbs/friend/write',
  access: 'signed-in',
  summary: 'writes a message to a colleague',
  input: z.strictObject({
    to: idInput,
    text: z.string().trim().min(1).max(MAX_TEXT).refine(isPlainText, { error: 'forbiddenCharacter' }),
  }),
  output: z.null(),
})
