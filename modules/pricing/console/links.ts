export const OPER_PRICE = '/pricePollcy/operPrice'

/** Returns the path of a policy, or of one of its versions. */
export function policyLink(policyId: string, versionId?: string): string {
  return `${OPER_PRICE}?policy=${policyId}${versionId === undefined ? '' : `&version=${versionId}`}`
}
