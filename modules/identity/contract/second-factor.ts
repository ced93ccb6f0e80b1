/** Answer of `GET /chg/api/security/factor`. */
export interface OwnFactor {
  /** Since when sign-in asks for a code, epoch ms; null while it does not. */
  since: number | null
  /** Recovery codes that were not used yet. */
  recoveryLeft: number
}

/** Answer of `POST /chg/api/security/factor/begin`. */
export interface FactorProposal {
  /** For typing into the app, base 32. */
  secret: string
  /** For the QR code. */
  uri: string
}

/** Shown once; only hashes stay. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}
