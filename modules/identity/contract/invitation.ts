/** How long the link of an invitation is good. */
export const INVITATION_HOURS = 72
