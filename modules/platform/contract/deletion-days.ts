/** Setting of the installation: days between the approval of a tenant's deletion and its beginning, from 1. */
export const DELETION_DAYS = 'platform.tenantDeletionDays'
/** Most of them; a year in which a tenant is neither there nor gone is long enough. */
export const MOST_DELETION_DAYS = 365
