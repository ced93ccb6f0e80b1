/** Setting of the installation: days between the approval of a tenant's deletion and its start, from 1. */
export const DELETION_DAYS = 'platform.tenantDeletionDays'
/** Largest waiting time in days, so that a tenant is not in between for longer than a year. */
export const MOST_DELETION_DAYS = 365
