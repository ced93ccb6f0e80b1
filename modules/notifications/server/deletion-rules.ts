import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

export const NOTIFICATIONS_DELETION_RULES: DeletionRules = sameRule(
  ERASE_ROWS,
  'notifications_channel',
  'notifications_message',
  'notifications_notice_read',
  'notifications_preference',
)
