import type { LetterKind, LetterPost } from '@wattyard/server-kit'
import { INVITATION_LETTER } from './invite-people.ts'

/** Letter with a code for a forgotten password. */
export const RESET_CODE_LETTER: LetterKind = { name: 'identity.resetCode', ways: ['mail', 'sms', 'wechat'] }

export const IDENTITY_LETTERS: readonly LetterKind[] = [INVITATION_LETTER, RESET_CODE_LETTER]

/** Sends nothing: an administrator reads the code, or copies the link, and passes it on. */
export const byHand: LetterPost = { post: async () => [] }
