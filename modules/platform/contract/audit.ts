/** Resource name of the audit entries for signing in and out. */
export const SIGN_IN_RESOURCE = 'identity.session'
