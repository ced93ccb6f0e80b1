/** Topic: a comparison told differences that were not there before. Key: id of the run. */
export const DIFFERENCES_FOUND = 'reconciliation.differences-found'

export interface DifferencesFound {
  channel: string
  firstDay: string
  lastDay: string
  /** How many are new, and what they come to, fen, whichever way each of them goes. */
  count: number
  amount_fen: string
  /** Who asked for the comparison; null where the clock or a file did. */
  askerId: string | null
}

/** Topic: a file cannot be compared. Key: id of the file. */
export const FILE_FAULTY = 'reconciliation.file-faulty'

export interface FileFaulty {
  name: string
  channel: string
  fault: string
}

/** Topic: a person was given a difference to work off. Key: id of the outcome. */
export const DIFFERENCE_ASSIGNED = 'reconciliation.difference-assigned'

export interface DifferenceAssigned {
  subject: string
  amount_fen: string
  ownerId: string
  byId: string
  by: string
}

/** Topic: nobody has to look at a difference any more. Key: id of the outcome. */
export const DIFFERENCE_ENDED = 'reconciliation.difference-ended'
