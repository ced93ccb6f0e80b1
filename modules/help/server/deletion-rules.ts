import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

export const HELP_DELETION_RULES: DeletionRules = sameRule(ERASE_ROWS, 'help_assistant', 'help_assistant_use')
