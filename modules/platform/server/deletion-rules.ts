import { sameRule, ERASE_ROWS, KEEP_OF_INSTALLATION, type DeletionRules } from '@wattyard/server-kit'

/** Deletion rules: requester and approver stay as pseudonyms beside the money moved; explanations are deleted. */
export const PLATFORM_DELETION_RULES: DeletionRules = {
  ...sameRule(
    ERASE_ROWS,
    'platform_approval_rest',
    'platform_approval_touch',
    'platform_movement',
    'platform_setting',
    'platform_share_link',
    'platform_view',
  ),
  ...sameRule(KEEP_OF_INSTALLATION, 'platform_backup', 'platform_schedule', 'platform_schedule_run'),
  platform_approval: {
    do: 'pseudonymise',
    columns: {
      subject: 'blank',
      reason: 'null',
      input: 'blank',
      basis: 'blank',
      asked_by: 'pseudonym',
      decided_by: 'pseudonym',
      note: 'null',
      answer: 'null',
    },
  },
}
