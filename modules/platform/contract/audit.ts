/** Resource under which signing in and out is written down. */
export const SIGN_IN_RESOURCE = 'identity.session'
