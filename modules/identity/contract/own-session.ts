/** A session of a person, as its owner and administrators see it. */
export interface SeenSession {
  id: string
  /** Such as `Chrome 128 · Windows`; empty when the browser does not say. */
  device: string
  /** Network address it was opened from. */
  network: string
  /** Epoch ms. */
  since: number
  lastSeenAt: number
  remember: boolean
  /** The one that asks. */
  isThis: boolean
  /** The password was given, the code is still owed. */
  owesCode: boolean
}
