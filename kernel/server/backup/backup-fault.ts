/** What is wrong with a backup or with the place it should go to. */
export type BackupFaultCode =
  | 'notABackup'
  | 'newerFormat'
  | 'needsPassphrase'
  | 'wrongPassphrase'
  | 'damaged'
  | 'foreignKey'
  | 'newerSchema'
  | 'notEmpty'
  | 'busy'
  | 'noSpace'
  | 'differs'

/** Thrown to a person at a terminal: the message says what to do. The code is for programs and tests. */
export class BackupFault extends Error {
  readonly code: BackupFaultCode
  constructor(code: BackupFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupFault'
    this.code = code
  }
}

export const damaged = (what: string, cause?: unknown): BackupFault =>
  new BackupFault('damaged', `the backup is damaged: ${what}`, { cause })
