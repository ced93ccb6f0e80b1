import { sameRule, ERASE_ROWS, type DeletionRules } from '@wattyard/server-kit'

/**
 * Raw messages of piles are deleted, because they contain card numbers in clear text. Their meaning stays as facts of the orders.
 */
export const GATEWAY_DELETION_RULES: DeletionRules = sameRule(
  ERASE_ROWS,
  'gateway_configuration',
  'gateway_connector_state',
  'gateway_frame',
  'gateway_offline_told',
  'gateway_pile_map',
  'gateway_pile_state',
  'gateway_point_reading',
  'gateway_transaction',
)
