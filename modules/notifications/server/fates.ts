import { allOf, ERASE, type TenantFates } from '@wattyard/server-kit'

export const NOTIFICATIONS_FATES: TenantFates = allOf(
  ERASE,
  'notifications_channel',
  'notifications_message',
  'notifications_notice_read',
  'notifications_preference',
)
