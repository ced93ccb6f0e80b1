export const OPER_PRICE = '/pricePollcy/operPrice'

/** Returns the path of a policy, or of one of its versions. */
export function policyLink(policyId: string, versionId?: string): string {
  return `${OPER_PRICE}?policy=${policyId}${versionId === undefined ? '' : `&version=${versionId}`}`
}

/** Value of `?do=` that opens a version beside another one. */
export const COMPARE = 'compare'

/** Returns the path of a version with its comparison. */
export const comparisonLink = (policyId: string, versionId: string): string =>
  `${policyLink(policyId, versionId)}&do=${COMPARE}`

/** Input of `createDraft` for a copy of a version. */
export const COPY_OF_VERSION = { from: 'version' }
/** Resources whose records change with a version. */
export const POLICY_ALSO: string[] = ['pricing.policy', 'pricing.assignment']

/** Parameter that opens the dialog of a new draft with its policy. */
export const START_PARAM = 'start'

/** Returns the path of a policy that was just created, with the dialog of its first draft. */
export const firstDraftLink = (policyId: string): string => `${policyLink(policyId)}&${START_PARAM}=1`
