/** Somebody asked for a command that waits for a second person. Key: id of the approval. */
export const APPROVAL_ASKED = 'platform.approval-asked'
/** A second person agreed or refused. Key: id of the approval. */
export const APPROVAL_DECIDED = 'platform.approval-decided'

/** Somebody moved money several times just below the limit from which on another person has to agree. Key: that person. */
export const LIMIT_SKIRTED = 'platform.limit-skirted'

export interface LimitSkirted {
  personId: string
  name: string
  /** Movements just below their limit in 24 hours, and what they come to, fen as text. */
  count: number
  sum_fen: string
  /** Epoch ms. */
  at: number
}

/** Somebody changed a limit from which on another person has to agree. Key: the setting. */
export const LIMITS_CHANGED = 'platform.limits-changed'

export interface LimitsChanged {
  personId: string
  name: string
  key: string
  /** Version of the setting afterwards: each change is told. */
  version: string
}

/** No backup has been proved for too long. Key: the home tenant. */
export const BACKUP_OVERDUE = 'platform.backup-overdue'

export interface BackupOverdue {
  /** Epoch ms. */
  at: number
  lastVerifiedAt: number | null
}

interface AboutApproval {
  /** Definition and command, such as `charging.order` and `refund`. */
  resource: string
  command: string
  /** What people call the record. */
  subject: string
  askerId: string
}

export interface ApprovalAsked extends AboutApproval {
  askedBy: string
  /** Operator whose record it is; null for the whole tenant's. */
  operatorId: string | null
}

export interface ApprovalDecided extends AboutApproval {
  state: 'approved' | 'rejected'
  decidedBy: string
}

/** Live topic that everybody of a tenant hears: words, dictionaries or the menu have changed. */
export const WORDING_TOPIC = 'platform.wording'
