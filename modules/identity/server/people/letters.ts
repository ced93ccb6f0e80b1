import type { LetterKind, LetterPost } from '@wattyard/server-kit'
import { INVITATION_LETTER } from './invite-people.ts'

/** A code for who has forgotten the password. */
export const RESET_CODE_LETTER: LetterKind = { name: 'identity.resetCode', ways: ['mail', 'sms', 'wechat'] }

export const IDENTITY_LETTERS: readonly LetterKind[] = [INVITATION_LETTER, RESET_CODE_LETTER]

/** Nothing leaves this machine: an administrator reads the code, or copies the link, and passes it on. */
export const byHand: LetterPost = { post: async () => [] }
