export const OPER_PRICE = '/pricePollcy/operPrice'

/** Where a policy, or one version of it, is looked at. */
export function policyLink(policyId: string, versionId?: string): string {
  return `${OPER_PRICE}?policy=${policyId}${versionId === undefined ? '' : `&version=${versionId}`}`
}
