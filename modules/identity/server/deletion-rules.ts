import { sameRule, ERASE_ROWS, KEEP_OF_INSTALLATION, type DeletionRules } from '@wattyard/server-kit'

/** Deletion rules. Operators keep their names, because bills and orders refer to them. */
export const IDENTITY_DELETION_RULES: DeletionRules = {
  ...sameRule(
    ERASE_ROWS,
    'identity_account_hand',
    'identity_binding',
    'identity_invitation',
    'identity_password_history',
    'identity_recovery_code',
    'identity_reset_code',
    'identity_scene',
    'identity_second_factor',
    'identity_session',
  ),
  ...sameRule(KEEP_OF_INSTALLATION, 'identity_tenant_export', 'identity_tenant_deletion'),
  identity_tenant: { do: 'keep', for: 'trace' },
  identity_office: {
    do: 'pseudonymise',
    columns: {
      contact: 'null',
      phone: 'null',
      note: 'null',
      head_id: 'null',
      deputy_ids: 'blank',
      search_text: 'blank',
    },
  },
}
