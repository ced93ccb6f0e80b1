/** Seconds from the key's making to the sign-in that uses it. */
export const LOGIN_KEY_SECONDS = 120
/** Longest ciphertext of a password, in bytes. */
export const MAX_CIPHERTEXT_BYTES = 1024

/** Readable cookie with the public handle (contract §4). */
export const HANDLE_COOKIE = 'Admin-Token'
