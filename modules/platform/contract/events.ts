/** Topic: a person requested a command that waits for a second one. Key: id of the approval. */
export const APPROVAL_ASKED = 'platform.approval-asked'
/** Topic: a second person approved or rejected a request. Key: id of the approval. */
export const APPROVAL_DECIDED = 'platform.approval-decided'
/** Topic: nobody has to decide on a request any more, however it ended. Key: id of the approval. */
export const APPROVAL_ENDED = 'platform.approval-ended'

/** Topic: a person moved money several times just below the limit that needs a second one. Key: that person. */
export const LIMIT_SKIRTED = 'platform.limit-skirted'

export interface LimitSkirted {
  personId: string
  name: string
  /** Number and sum of the movements just below their limit in 24 hours; fen as text. */
  count: number
  sum_fen: string
  /** Epoch ms. */
  at: number
}

/** Topic: a limit for second approval was changed. Key: the setting. */
export const LIMITS_CHANGED = 'platform.limits-changed'

export interface LimitsChanged {
  personId: string
  name: string
  key: string
  /** Version of the setting after the change, so that each change is notified. */
  version: string
}

/** Topic: no backup has been verified for too long. Key: the home tenant. */
export const BACKUP_OVERDUE = 'platform.backup-overdue'

export interface BackupOverdue {
  /** Epoch ms. */
  at: number
  lastVerifiedAt: number | null
}

/** Topic: a backup was not made. Key: the run of its job. */
export const BACKUP_FAILED = 'platform.backup-failed'
/** Topic: a backup was made after a run that had failed. Key: that run. */
export const BACKUP_MADE = 'platform.backup-made'

export interface BackupFailed {
  /** Epoch ms. */
  at: number
}

interface AboutApproval {
  /** Definition and command, such as `charging.order` and `refund`. */
  resource: string
  command: string
  /** Label of the record. */
  subject: string
  askerId: string
  /** Money that would move, in yuan; null where none does, absent in events from before. */
  amount?: string | null
}

export interface ApprovalAsked extends AboutApproval {
  askedBy: string
  /** Operator of the record; null for records of the whole tenant. */
  operatorId: string | null
  /** Station of the record; null for records of no single one. */
  stationId: string | null
}

export interface ApprovalDecided extends AboutApproval {
  /** `outdated`: its record was changed by somebody, before anybody decided. */
  state: 'approved' | 'rejected' | 'outdated'
  /** Null: a device or a job changed the record. */
  decidedBy: string | null
  /** `outdated` only: what was done instead, as the request has it; absent in events from before. */
  instead?: string
  /** Amount that was named for that command, in yuan; null where it names none, absent in events from before. */
  insteadAmount?: string | null
  /** Reason of the decision, or of that command; absent in events from before. */
  note?: string | null
  /** Address in the console where the requester goes on; absent in events from before, null where there is nothing to do. */
  next?: `/${string}` | null
}

/** Live topic for everybody of a tenant: texts, dictionaries or the menu have changed. */
export const WORDING_TOPIC = 'platform.wording'
