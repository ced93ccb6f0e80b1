export const OPER_PRICE = '/pricePollcy/operPrice'

/** Returns the path of a policy, or of one of its versions. */
export function policyLink(policyId: string, versionId?: string): string {
  return `${OPER_PRICE}?policy=${policyId}${versionId === undefined ? '' : `&version=${versionId}`}`
}

/** Parameter that opens the dialog of a new draft with its policy. */
export const START_PARAM = 'start'

/** Returns the path of a policy that was just created, with the dialog of its first draft. */
export const firstDraftLink = (policyId: string): string => `${policyLink(policyId)}&${START_PARAM}=1`
