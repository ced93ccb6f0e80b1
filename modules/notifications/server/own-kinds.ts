import type { MessageKind } from '@wattyard/server-kit'

/** What one person writes to another. */
export const COLLEAGUE = 'notifications.colleague'
/** A notice has begun, or asks again to be read. */
export const NOTICE = 'notifications.notice'

/** Kinds that this module writes itself; their topics are never said. */
export const OWN_MESSAGES: readonly MessageKind[] = [
  { name: COLLEAGUE, severity: 'info', topic: 'notifications.colleague-wrote', draft: () => null },
  { name: NOTICE, severity: 'notice', topic: 'notifications.notice-began', draft: () => null },
]
